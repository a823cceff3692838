import { call, engine } from './engine.js';
import { invalid } from './error.js';
import { Page } from './page.js';

/** Refs that survive re-renders, or are refused with the reason. */
export class Session {
  #instance = engine();
  #native;

  constructor({ bytes = new Uint8Array(), numbering = 'sequential' } = {}) {
    const options = JSON.stringify({ numbering });
    this.#native = call(this.#instance, (instance) => instance.NativeSession.open(new Uint8Array(bytes), options));
  }

  /** The session that `toBytes()` wrote. */
  static fromBytes(bytes) {
    return new Session({ bytes });
  }

  toBytes() {
    return call(this.#instance, () => this.#native.toBytes());
  }

  get size() {
    return call(this.#instance, () => this.#native.size());
  }

  #page(page) {
    const { native, instance } = Page.nativeOf(page);
    if (instance !== this.#instance) throw invalid('the page and the session are of two engines', 'begin a new session');
    return native;
  }

  /** Gives the elements of a page their refs: those that they had on its earlier versions, and new ones. */
  observe(page, { tab } = {}) {
    const native = this.#page(page);
    return new Observation(page, this.#instance, call(this.#instance, () => this.#native.observe(native, tab)));
  }

  /** The element that a ref means on a version of the page. */
  resolve(page, ref, { tab } = {}) {
    const native = this.#page(page);
    return JSON.parse(call(this.#instance, () => this.#native.resolve(native, ref, tab)));
  }

  navigate({ tab } = {}) {
    call(this.#instance, () => this.#native.navigate(tab));
  }

  free() {
    this.#native.free();
  }
}

/** A page as a session sees it. */
export class Observation {
  #page;
  #instance;
  #native;

  constructor(page, instance, native) {
    this.#page = page;
    this.#instance = instance;
    this.#native = native;
  }

  #ask(name, given = {}) {
    const { native } = Page.nativeOf(this.#page);
    return JSON.parse(call(this.#instance, () => this.#native.ask(native, name, JSON.stringify(given))));
  }

  get page() {
    return this.#page;
  }

  refs() {
    return this.#ask('refs');
  }

  element(ref) {
    return this.#ask('element', { ref });
  }

  ariaSnapshot() {
    return this.#ask('ariaSnapshot');
  }

  /** A picture of the boxes with their refs, as SVG. */
  view() {
    return this.tool('view').text;
  }

  /** A command of the command line about this page, which takes and prints these refs. */
  tool(name, given = {}) {
    return this.#ask('tool', { tool: name, arguments: given });
  }

  /** What is different on a later version of the page; elements with the same ref are the same. */
  diff(after) {
    if (after.#instance !== this.#instance) throw invalid('the pages are of two engines', 'load both again');
    const [before, now] = [Page.nativeOf(this.#page).native, Page.nativeOf(after.#page).native];
    return JSON.parse(call(this.#instance, () => this.#native.diff(before, after.#native, now)));
  }

  agentView(options = {}) {
    return this.#ask('agentView', options);
  }
}

if (Symbol.dispose) {
  Object.defineProperty(Session.prototype, Symbol.dispose, { value: Session.prototype.free, configurable: true, writable: true });
}
