customElements.define('order-total', class extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' }), sheet = new CSSStyleSheet();
    sheet.replaceSync('strong { display: inline-block; padding: 4px 12px; border: 1px solid }');
    root.adoptedStyleSheets = [sheet];
    root.innerHTML = '<strong>48 euro</strong>';
  }
});
const basket = document.querySelector('#basket'), hint = document.querySelector('#hint'), news = document.querySelector('#news');
basket.addEventListener('click', event => { if (event.target.localName === 'button') event.target.parentElement.remove(); });
document.querySelector('#wrap').addEventListener('click', () => {
  basket.insertAdjacentHTML('afterbegin', '<li>Gift wrap <button type="button">Remove</button></li>');
  document.querySelector('order-total').shadowRoot.querySelector('strong').textContent = '51 euro';
  hint.showModal();
});
hint.querySelector('button').addEventListener('click', () => hint.close());
document.querySelector('[name=express]').addEventListener('change', () => {
  document.styleSheets[0].insertRule('#basket li { letter-spacing: 1px }', document.styleSheets[0].cssRules.length);
  news.hidden = false;
});
news.querySelector('button').addEventListener('click', () => { news.hidden = true; });
