import { encode } from '#load';
import { call, engine } from './engine.js';
import { invalid } from './error.js';
import { Locator, getBy, targetOf } from './locator.js';
import { treeOf } from './tree.js';

const DEVICE = ['device', 'viewport', 'deviceScaleFactor', 'isMobile', 'hasTouch', 'colorScheme', 'reducedMotion', 'locale', 'scrollY'];

/** A page, rendered. */
export class Page {
  #native;
  #instance;

  /** Not for users: pages come from `fromHTML`, `fromDocument` and `open`. */
  constructor(instance, native) {
    if (native?.constructor?.name !== 'NativePage') {
      throw new TypeError('use Page.fromHTML(), Page.fromDocument() or open()');
    }
    this.#instance = instance;
    // It is freed with this object, unless free() comes first: wasm-bindgen's classes see to that.
    this.#native = native;
  }

  /** A page from markup: text, or the bytes of an HTML or MHTML file. */
  static fromHTML(html, options = {}) {
    const isText = typeof html === 'string';
    if (!isText && !(html instanceof ArrayBuffer) && !ArrayBuffer.isView(html)) {
      throw new TypeError('html is a string, a Uint8Array or an ArrayBuffer');
    }
    const bytes = isText ? encode(html) : bytesOf(html);
    const { files, url, recording } = options;
    const text = JSON.stringify({ ...deviceOf(options), url, recording, isText });
    return load((instance) => instance.NativePage.load(bytes, text, fileLookup(files, url)));
  }

  /**
   * A page from a document of jsdom, happy-dom or a browser, or from an element or fragment of one, which then is what
   * snapshots show. Form state, open shadow roots and adopted style sheets come along.
   */
  static fromDocument(node, options = {}) {
    if (![1, 9, 11].includes(node?.nodeType)) throw new TypeError('node is a Document, an Element or a DocumentFragment');
    if (node.nodeType === 11 && node.host) node = node.host;
    const [numbers, texts, lengths] = treeOf(node);
    const document = node.nodeType === 9 ? node : node.ownerDocument;
    const url = options.url ?? (/^[a-z]+:\/\//i.test(document.URL ?? '') ? document.URL : undefined);
    const text = JSON.stringify({ ...deviceOf(options), url });
    return load((instance) => instance.NativePage.fromTree(numbers, texts, lengths, text, fileLookup(options.files, url)));
  }

  #ask(name, given) {
    const native = this.#native;
    if (!native) throw invalid('this page was freed', 'load it again');
    return JSON.parse(call(this.#instance, () => native.ask(name, JSON.stringify(given ?? {}))));
  }

  /** Not for users: what locators do to the page. */
  static act(page, name, given) {
    const { native, instance } = Page.nativeOf(page);
    return JSON.parse(call(instance, () => native.act(name, JSON.stringify(given))));
  }

  /** Not for users: what locators and sessions call. */
  static ask(page, name, given) {
    return page.#ask(name, given);
  }

  /** Not for users: the page as the engine has it, and the instance that it lives in. */
  static nativeOf(page) {
    if (!page.#native) throw invalid('this page was freed', 'load it again');
    return { native: page.#native, instance: page.#instance };
  }

  title() {
    return this.#ask('title');
  }

  url() {
    return this.#ask('url') ?? 'about:blank';
  }

  warnings() {
    return this.#ask('warnings');
  }

  ariaSnapshot(options = {}) {
    return this.#ask('ariaSnapshot', part(options));
  }

  ariaTree(options = {}) {
    return this.#ask('ariaTree', part(options));
  }

  agentView(options = {}) {
    return this.#ask('agentView', options);
  }

  text(options = {}) {
    return this.#ask('text', options);
  }

  innerText() {
    return this.#ask('text');
  }

  markdown(options = {}) {
    return this.#ask('markdown', options);
  }

  extract(schema) {
    return this.#ask('extract', { schema: schemaOf(schema) });
  }

  metadata() {
    return this.#ask('metadata');
  }

  audit(options = {}) {
    return this.#ask('audit', part(options));
  }

  matchAria(template, options = {}) {
    return this.#ask('matchAria', { ...part(options), template });
  }

  search(pattern, options = {}) {
    const words = { pattern: pattern instanceof RegExp ? String(pattern) : pattern };
    if (pattern instanceof RegExp) words.regex = true;
    const { maxResults, contextChars, caseSensitive, includeHidden } = options;
    if (maxResults !== undefined) words['max-results'] = maxResults;
    if (contextChars !== undefined) words['context-chars'] = contextChars;
    if (caseSensitive) words['case-sensitive'] = true;
    if (includeHidden) words['include-hidden'] = true;
    const { totalMatches, truncated, matches } = JSON.parse(this.tool('search', words).json);
    return { totalMatches, truncated, matches };
  }

  find(selector) {
    return this.#ask('elements', { target: [{ by: 'selector', selector }] });
  }

  locate(description) {
    return this.#ask('locate', { description });
  }

  element(target) {
    return this.#ask('element', part({ target }));
  }

  checkClick(target, options = {}) {
    return this.#ask('check', { ...options, ...part({ target }) });
  }

  diff(after) {
    const before = Page.nativeOf(this);
    const { native, instance } = Page.nativeOf(after);
    if (instance !== before.instance) throw invalid('the pages are of two engines', 'load both again');
    return JSON.parse(call(instance, () => before.native.diff(native)));
  }

  /** A picture of the boxes with their refs, as SVG. */
  view() {
    return this.tool('view', {}).text;
  }

  /** A command of the command line about this page, by its name and the names of its options. */
  tool(name, given = {}) {
    const told = this.#ask('tool', { tool: name, arguments: given });
    const pictures = this.#instance.takePictures?.();
    return pictures?.length ? { ...told, pictures } : told;
  }

  /** Presses a key where the focus is, by Playwright's name for it. */
  press(key) {
    return Page.act(this, 'press', { key });
  }

  /** Turns the wheel where the pointer is: CSS pixels to the right and down. */
  scrollBy(right, down) {
    return Page.act(this, 'scroll', { right, down });
  }

  /** Changes the tree and renders it again; elements keep the refs that a session gave them. */
  mutate(changes) {
    const { native, instance } = Page.nativeOf(this);
    const all = changes.map((change) => part(change));
    call(instance, () => native.mutate(JSON.stringify({ changes: all })));
  }

  locator(selector) {
    return new Locator(this, [{ by: 'selector', selector }]);
  }

  /** Gives its memory back; it cannot be used any more. */
  free() {
    this.#native?.free();
    this.#native = undefined;
  }
}

if (Symbol.dispose) {
  Object.defineProperty(Page.prototype, Symbol.dispose, { value: Page.prototype.free, configurable: true, writable: true });
}
getBy(Page.prototype, (page, step) => new Locator(page, [step]));

function load(work) {
  const instance = engine();
  return new Page(instance, call(instance, work));
}

/** Options with the part of the page that they are about as steps of a locator. */
export function part({ ref, target = ref, ...rest }) {
  return target === undefined ? rest : { ...rest, target: targetOf(target) };
}

export function deviceOf(options) {
  return Object.fromEntries(DEVICE.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]));
}

/** A schema, or what makes one: zod 4's `toJSONSchema()`, or any object with `toJSON()`. */
function schemaOf(schema) {
  return typeof schema === 'string' ? JSON.parse(schema) : (schema.toJSONSchema?.() ?? schema);
}

export function bytesOf(data) {
  return data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

/** What finds the files of a page: from a function, a Map or an object of addresses, absolute or relative to the page. */
function fileLookup(files, url) {
  if (!files) return undefined;
  const found = typeof files === 'function' ? files : tableOf(files, url);
  return (address) => {
    const file = found(address);
    if (file === null || file === undefined) return null;
    return typeof file === 'string' ? encode(file) : new Uint8Array(bytesOf(file));
  };
}

function tableOf(files, base = 'about:blank') {
  const entries = files instanceof Map ? [...files] : Object.entries(files);
  const table = new Map(entries.map(([name, file]) => [absolute(name, base), file]));
  return (address) => table.get(address);
}

function absolute(name, base) {
  try {
    return new URL(name, base).href;
  } catch {
    throw invalid(`files has the relative address ${JSON.stringify(name)}, and the page has no url`, 'pass url');
  }
}
