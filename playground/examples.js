// Pages to begin with.

const STYLE = 'body{font:16px/1.5 sans-serif;margin:0;color:#1b2430}header{padding:16px 24px;border-bottom:1px solid #ccc}main{padding:24px;max-width:760px}button{font:inherit;padding:6px 14px}label{display:block;margin:8px 0}';

const page = (title, body, style = '') =>
  `<!doctype html>\n<html lang="en">\n<head>\n<meta name="viewport" content="width=device-width">\n<title>${title}</title>\n<style>\n${STYLE}${style}\n</style>\n</head>\n<body>\n${body}\n</body>\n</html>\n`;

export const EXAMPLES = {
  'Shop with a cookie banner': page(
    'Nursery – your basket',
    `<header><h1>Nursery</h1><nav><a href="#plants">Plants</a> <a href="#care">Care</a></nav></header>
<main>
  <h2 id="plants">Your basket</h2>
  <ul>
    <li>Fern, 14 cm <button>Remove</button></li>
    <li>Hosta <button>Remove</button></li>
  </ul>
  <form action="/order">
    <label>Name <input name="name" autocomplete="name"></label>
    <label>Pieces <input name="pieces" type="number" value="2"></label>
    <label><input type="checkbox" name="gift"> Wrap it as a gift</label>
    <details><summary>Delivery</summary><p>Two days, by bicycle.</p></details>
    <p><button>Pay 28 €</button></p>
  </form>
</main>
<div class="veil"></div>
<div role="dialog" aria-modal="true" aria-label="Cookies" class="cookies"><p>We use cookies to remember your basket.</p><button>Accept</button> <button>Only what is needed</button></div>`,
    '.veil{position:fixed;inset:0;background:rgb(0 0 0/.4)}.cookies{position:fixed;left:50%;bottom:40px;transform:translateX(-50%);background:#fff;padding:20px;width:340px}',
  ),
  'Settings without a modal': page(
    'Settings',
    `<main>
  <h1>Settings</h1>
  <fieldset><legend>Theme</legend>
    <label><input type="radio" name="theme" checked> Light</label>
    <label><input type="radio" name="theme"> Dark</label>
  </fieldset>
  <label>Display name <input value="Ada Lovelace"></label>
  <label>Language <select><option>English<option>Deutsch<option>Français</select></label>
  <details><summary>Advanced</summary><label><input type="checkbox"> Send reports</label></details>
  <button popovertarget="help">Help</button>
  <div id="help" popover>Changes are kept on this device. <button popovertarget="help">Close</button></div>
  <p><button disabled>Save</button></p>
</main>`,
  ),
  'Problems for the audit': page(
    'Gallery',
    `<main>
  <h1>Gallery</h1>
  <img src="fern.jpg">
  <p style="color:#bbb">Light grey on white is hard to read.</p>
  <input placeholder="E-mail">
  <a href="#"></a>
  <button aria-label="Next"></button>
</main>`,
  ),
};

export const LARGE = 'A page of 100,000 elements';

export function largePage() {
  const rows = Array.from({ length: 20_000 }, (_, at) => `<div><p>Order ${at} of <a href="#o${at}">customer ${at % 97}</a></p> <button>Open ${at}</button> <input aria-label="Note ${at}"></div>`);
  return page('Orders', `<main><h1>Orders</h1>\n${rows.join('\n')}\n</main>`);
}
