// The engine, in a worker: one page at a time with its history, a second version to compare with, or a recording.
//
// In: messages { id, name, given }. Out: { id, value } or { id, error: { message, hint, code } }.
import { Page, Session, SessionRecording, estimateTokens } from './stillpage/js/index.js';
import { find } from './query.js';
import { cutPicture } from './picture-parts.js';

/** Limit: results that are shown; what is left out is said. */
const MAX_RESULTS = 200;
/** Limit: refs of a comparison; each is looked for on the other version. */
const MAX_COMPARED = 500;
/** Limit: moments of the history, each of which holds its source. */
const MAX_HISTORY = 50;

const state = { recording: null, files: null, base: undefined, session: null, history: [], at: -1, device: {}, shown: null, parts: null };

/** Reads what is of use from a file by its first bytes. */
function kindOf(bytes) {
  const [a, b] = bytes;
  if (a === 0x50 && b === 0x4b) return 'recording';
  if (a === 0x1f && b === 0x8b) return 'recording';
  const head = new TextDecoder().decode(bytes.subarray(0, 200)).trimStart();
  return /^[[{]/.test(head) ? 'recording' : 'page';
}

function free() {
  state.shown?.page.free();
  state.shown = null;
  state.parts = null;
}

/** Renders the source that the history is at, and gives its elements the refs that they had. */
function render() {
  free();
  const { html, bytes, at } = state.history[state.at];
  const page = at !== undefined
    ? state.recording.page({ at, ...state.device })
    : Page.fromHTML(html ?? bytes, { ...state.device, url: state.base, files: state.files ?? undefined });
  state.shown = { page, seen: state.session.observe(page) };
  return about();
}

function about() {
  const { page } = state.shown;
  return {
    title: page.title(),
    url: page.url(),
    warnings: page.warnings(),
    canGoBack: state.at > 0,
    moments: state.recording?.states() ?? null,
    at: state.history[state.at].at ?? null,
  };
}

function begin(entry) {
  state.session?.free();
  state.session = new Session();
  state.history = [entry];
  state.at = 0;
}

function push(entry) {
  state.history = [...state.history.slice(0, state.at + 1), entry].slice(-MAX_HISTORY);
  state.at = state.history.length - 1;
}

const brief = (element) => element && { ref: element.ref, tag: element.tag, role: element.role, name: element.name, box: element.box };

/** The ref that is shown for an element that the page alone numbers otherwise. */
function shownRef(element) {
  if (!element?.ref) return null;
  state.shown.refs ??= new Map(state.shown.seen.refs().map((ref) => [state.shown.seen.element(ref)?.ref, ref]));
  return state.shown.refs.get(element.ref) ?? null;
}

/** What the page alone calls an element with this ref. */
function own(ref) {
  const element = state.shown.seen.element(ref);
  if (!element) throw Object.assign(new Error(`${ref} is not on this version of the page`), { hint: 'choose another line' });
  return element;
}

const questions = {
  /** A page or a recording, from text or from files. */
  open({ html, files, device }) {
    state.device = device;
    let entry = { html };
    let recording = null;
    const table = new Map();
    let base;
    if (files) {
      const page = files.find(({ name }) => /(^|\/)index\.html?$/i.test(name)) ?? files.find(({ name }) => /\.(x?html?|mht(ml)?)$/i.test(name)) ?? files[0];
      const bytes = new Uint8Array(page.bytes);
      if (kindOf(bytes) === 'recording') {
        recording = SessionRecording.fromBytes(bytes);
        const last = recording.states().at(-1);
        entry = { at: last.id };
      } else {
        base = new URL(page.name.split('/').map(encodeURIComponent).join('/'), 'https://playground.invalid/').href;
        for (const { name, bytes } of files) table.set(new URL(name.split('/').map(encodeURIComponent).join('/'), 'https://playground.invalid/').href, bytes);
        entry = { bytes };
      }
    }
    // What was shown before stays if this cannot be read.
    state.recording?.free();
    Object.assign(state, { recording, base, files: table.size > 1 ? table : null });
    begin(entry);
    return render();
  },

  /** Another version of the page that is edited: what is the same keeps its refs. */
  edit({ html }) {
    state.recording?.free();
    state.recording = null;
    state.history[state.at] = { html };
    return render();
  },

  device({ device }) {
    state.device = device;
    return render();
  },

  moment({ at }) {
    state.history[state.at] = { at };
    return render();
  },

  back() {
    if (state.at > 0) state.at -= 1;
    return render();
  },

  /** The text beside the picture. */
  text({ kind, modal, maxTokens }) {
    const { page, seen } = state.shown;
    const text = {
      agent: () => seen.agentView({ modal, maxTokens }),
      aria: () => seen.ariaSnapshot(),
      markdown: () => page.markdown(),
    }[kind]();
    return { text, tokens: estimateTokens(text) };
  },

  /** The size of the picture and the box of each ref; its parts are asked for by `part`. */
  picture() {
    const { parts, ...picture } = cutPicture(state.shown.seen.view());
    state.parts = parts;
    return picture;
  },

  part({ number }) {
    return state.parts?.(number) ?? null;
  },

  element({ ref }) {
    return own(ref);
  },

  check({ ref }) {
    const { page } = state.shown;
    const target = own(ref).ref;
    if (!target) throw new Error('this element has no place on the page');
    const checked = page.checkClick(target);
    const by = checked.interceptor;
    return { ...checked, interceptor: by && { ...brief(by), ref: shownRef(by) } };
  },

  /** An action without scripts; the page after it is the next of the history. */
  act({ action, ref, value }) {
    const { seen } = state.shown;
    const given = { output: 'after.html', ...(ref && { target: ref }), ...value };
    const answer = seen.tool(action, given);
    const { effects, same } = JSON.parse(answer.json);
    const followed = effects.find(({ effect }) => effect === 'follow')?.url;
    const file = followed && state.files?.get(followed.split('#')[0]);
    if (file) {
      state.session.navigate();
      state.base = followed;
      push({ bytes: new Uint8Array(file) });
    } else if (!same && answer.files[0]) {
      push({ html: answer.files[0][1] });
    }
    const text = answer.text.split('\n').filter((line) => line.startsWith('# ')).map((line) => line.slice(2));
    return { said: text, changes: answer.text, about: file || !same ? render() : about() };
  },

  find({ how, query }) {
    const { page } = state.shown;
    const { total, elements, texts } = find(page, how, query, MAX_RESULTS);
    const results = elements.map((element, at) => ({ ...brief(element), ref: shownRef(element), text: texts?.[at] }));
    return { total, results };
  },

  /** A later version: what is different, and where each ref is now. */
  compare({ html }) {
    const { page, seen } = state.shown;
    const session = Session.fromBytes(state.session.toBytes());
    const refs = seen.refs();
    const later = Page.fromHTML(html, state.device);
    try {
      const rows = refs.slice(0, MAX_COMPARED).map((ref) => {
        const before = brief(seen.element(ref));
        try {
          const { outcome, reason, proof, element } = session.resolve(later, ref);
          return { ref, before, outcome, reason: reason || proof, after: brief(element) };
        } catch (error) {
          return { ref, before, outcome: 'gone', reason: error.message.split('\nhint: ')[0], after: null };
        }
      });
      const difference = seen.diff(session.observe(later));
      return { text: difference.text, counts: difference.counts, rows, total: refs.length };
    } finally {
      later.free();
      session.free();
    }
  },

  audit() {
    const findings = state.shown.page.audit();
    const results = findings.slice(0, MAX_RESULTS).map(({ rule, impact, certainty, message, element }) => ({
      ...brief(element), ref: shownRef(element), text: `${rule}, ${impact}${certainty === 'unknown' ? ', to be looked at' : ''}: ${message}`,
    }));
    return { total: findings.length, results };
  },

  /** The source as text, for the editor and for sharing. */
  source() {
    const { html, bytes, at } = state.history[state.at];
    if (html !== undefined) return { html };
    return at === undefined ? { html: new TextDecoder().decode(bytes) } : { html: null };
  },
};

onmessage = ({ data: { id, name, given } }) => {
  try {
    postMessage({ id, value: questions[name](given ?? {}) });
  } catch (thrown) {
    const message = String(thrown.message ?? thrown).split('\nhint: ')[0];
    postMessage({ id, error: { message, hint: thrown.hint ?? '', code: thrown.code ?? 'internal' } });
  }
};
postMessage({ id: 0, value: 'ready' });
