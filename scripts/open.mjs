// Opens the pages of the corpus in Chromium as every recording sees them.
import { createRequire } from 'node:module';
import { readdirSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
export const corpus = resolve(here, '../corpus');
export const snapshots = resolve(here, '../snapshots');
process.env.FONTCONFIG_FILE = join(here, 'fonts.conf');
// `import` does not look at NODE_PATH, `require` does.
const { chromium } = createRequire(import.meta.url)('playwright-core');

const SWITCHES = [
  '--no-sandbox', '--no-first-run', '--lang=en-US',
  '--disable-gpu', '--hide-scrollbars', '--force-device-scale-factor=1', '--font-render-hinting=none',
  '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic',
  // Else no page from a file may use the fonts beside it.
  '--allow-file-access-from-files',
];

/** Chromium: $CHROMIUM, or /usr/bin/chromium. */
export const launch = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: SWITCHES });

/** Every page below `folder`: HTML and MHTML files, but not the parts of a saved page. */
export function pagesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(entry => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name.endsWith('_files') ? [] : pagesBelow(path);
      return /\.(html|mhtml)$/.test(entry.name) ? [path] : [];
    });
}

/** Puts back, inside the page, the state that its source cannot hold. Returns what could not be put back. */
function restoreFrozenState() {
  const failed = [];
  const attempt = (what, element, action) => {
    try { action(); } catch (error) { failed.push(`${what} on <${element.localName}>: ${error.message}`); }
  };
  const roots = [document];
  for (let i = 0; i < roots.length; i++) {
    for (const element of roots[i].querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot);
  }
  const each = (selector, action) => {
    for (const root of roots) for (const element of root.querySelectorAll(selector)) attempt(selector, element, () => action(element));
  };
  const number = (element, name) => Number(element.getAttribute(name)) || 0;

  each('dialog[data-frozen-modal]', dialog => {
    dialog.removeAttribute('open');
    dialog.showModal();
    if (!dialog.matches(':modal')) throw new Error('not modal');
  });
  each('[data-frozen-popover-open]', element => {
    const name = CSS.escape(element.id);
    const source = element.getRootNode().querySelector(`[data-frozen-invoker]:is([popovertarget="${name}"], [commandfor="${name}"])`);
    element.showPopover(source ? { source } : {});
    if (!element.matches(':popover-open')) throw new Error('not shown');
  });
  each('[data-frozen-indeterminate]', input => { input.indeterminate = true; });
  const html = document.documentElement;
  const left = number(html, 'data-frozen-scroll-x'), top = number(html, 'data-frozen-scroll-y');
  if (left || top) window.scrollTo({ left, top, behavior: 'instant' });
  each('[data-frozen-scroll-top], [data-frozen-scroll-left]', element => {
    element.scrollTo({ left: number(element, 'data-frozen-scroll-left'), top: number(element, 'data-frozen-scroll-top'), behavior: 'instant' });
  });
  each('[data-frozen-focus]', element => {
    element.focus({ preventScroll: true });
    if (!element.matches(':focus')) throw new Error('not focusable');
  });
  return failed;
}

/**
 * Calls `action` with a page of the corpus, its frozen state restored; nothing outside its folder is loaded. `text` is what the file
 * is taken to say.
 */
export async function withPage(browser, file, action, text) {
  const folder = pathToFileURL(dirname(file) + sep).href;
  const context = await browser.newContext({
    viewport: { width: 1280, height: 720 }, deviceScaleFactor: 1, locale: 'en-US', colorScheme: 'light', offline: true,
  });
  try {
    await context.route('**/*', route => (route.request().url().startsWith(folder) ? route.continue() : route.abort()));
    if (text !== undefined) {
      await context.route(pathToFileURL(file).href, route => route.fulfill({ contentType: 'text/html; charset=utf-8', body: text }));
    }
    const page = await context.newPage();
    await page.goto(pathToFileURL(file).href, { waitUntil: 'load' });
    const failed = await page.evaluate(restoreFrozenState);
    if (failed.length) throw new Error(`frozen state: ${failed.join('; ')}`);
    // Two frames: what the restored state changed is laid out.
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(80);
    return await action(page);
  } finally {
    await context.close();
  }
}
