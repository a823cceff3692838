import { call, engine } from './engine.js';
import { invalid } from './error.js';
import { Page, bytesOf, deviceOf } from './page.js';

/** A recording of a session: a Playwright trace, or the events of rrweb. */
export class SessionRecording {
  #instance;
  #native;

  constructor(instance, native) {
    if (native?.constructor?.name !== 'NativeRecording') throw new TypeError('use SessionRecording.fromBytes()');
    this.#instance = instance;
    this.#native = native;
  }

  /** The recording in the bytes of a file: a trace.zip, or JSON of rrweb, gzipped or not. */
  static fromBytes(bytes) {
    if (!(bytes instanceof ArrayBuffer) && !ArrayBuffer.isView(bytes)) throw new TypeError('bytes is a Uint8Array or an ArrayBuffer');
    const instance = engine();
    return new SessionRecording(instance, call(instance, () => instance.NativeRecording.open(bytesOf(bytes))));
  }

  #ask(work) {
    if (!this.#native) throw invalid('this recording was freed', 'read it again');
    return call(this.#instance, () => work(this.#native));
  }

  states() {
    return JSON.parse(this.#ask((native) => native.states()));
  }

  /** The page at a state, the last one unless `at` names it, on the device that it was recorded on unless options override it. */
  page({ at, ...options } = {}) {
    const text = JSON.stringify({ ...deviceOf(options), at });
    return new Page(this.#instance, this.#ask((native) => native.page(text)));
  }

  free() {
    this.#native?.free();
    this.#native = undefined;
  }
}

if (Symbol.dispose) {
  Object.defineProperty(SessionRecording.prototype, Symbol.dispose, { value: SessionRecording.prototype.free, configurable: true, writable: true });
}
