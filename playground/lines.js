// The snapshot as a list of which only the lines in sight are in the document.

const HEIGHT = 20;
/** Limit: characters of a line that are shown; `Copy` has all. */
const MAX_SHOWN = 600;
const PARTS = /("(?:\\.|[^"\\])*")|(\[ref=[^\]]+\])|(\[[^\]]*\])/;

export class Lines extends EventTarget {
  #host;
  #space = document.createElement('div');
  #lines = [];
  #refs = [];
  #lineOf = new Map();
  #chosen = -1;
  #over = -1;
  /** Those in the document, by number. */
  #drawn = new Map();

  constructor(host) {
    super();
    this.#host = host;
    this.#space.className = 'space';
    this.#space.setAttribute('role', 'presentation');
    host.append(this.#space);
    host.addEventListener('scroll', () => this.#draw());
    new ResizeObserver(() => this.#draw()).observe(host);
    const at = (event) => Number(event.target.closest('.line')?.dataset.at ?? -1);
    host.addEventListener('mousemove', (event) => at(event) !== this.#over && this.#say('over', at(event)));
    host.addEventListener('mouseleave', () => this.#say('over', -1));
    host.addEventListener('click', (event) => at(event) >= 0 && this.#choose(at(event)));
    host.addEventListener('keydown', (event) => this.#key(event));
  }

  #say(name, at) {
    this.dispatchEvent(new CustomEvent(name, { detail: this.#refs[at] ?? null }));
  }

  #choose(at) {
    this.#chosen = at;
    this.#show(at);
    this.#draw();
    this.#say('choose', at);
  }

  #key(event) {
    const page = Math.max(1, Math.floor(this.#host.clientHeight / HEIGHT) - 1);
    const last = this.#lines.length - 1;
    const to = {
      ArrowDown: this.#chosen + 1, ArrowUp: this.#chosen - 1, PageDown: this.#chosen + page, PageUp: this.#chosen - page, Home: 0, End: last,
    }[event.key];
    if (event.key === 'Enter') this.#say('act', this.#chosen);
    else if (to === undefined || last < 0) return;
    else this.#choose(Math.min(last, Math.max(0, to)));
    event.preventDefault();
  }

  #show(at) {
    const top = at * HEIGHT;
    const host = this.#host;
    if (top < host.scrollTop) host.scrollTop = top;
    else if (top + HEIGHT > host.scrollTop + host.clientHeight) host.scrollTop = top + HEIGHT - host.clientHeight;
  }

  set(text) {
    this.#lines = text.replace(/\n$/, '').split('\n');
    this.#refs = this.#lines.map((line) => (line.startsWith('#') ? undefined : /\[ref=([^\]]+)\]/.exec(line)?.[1]));
    this.#lineOf = new Map(this.#refs.map((ref, at) => [ref, at]));
    this.#chosen = this.#over = -1;
    this.#drawn.clear();
    this.#space.style.height = `${this.#lines.length * HEIGHT}px`;
    this.#draw();
  }

  /** Marks the line of a ref; says whether there is one. */
  mark(ref, { chosen = false } = {}) {
    const at = this.#lineOf.get(ref ?? '') ?? -1;
    if (chosen) this.#chosen = at;
    else this.#over = at;
    if (at >= 0) this.#show(at);
    this.#draw();
    return at >= 0;
  }

  /** The same without moving the list. */
  markInPlace(ref) {
    this.#over = this.#lineOf.get(ref ?? '') ?? -1;
    this.#draw();
  }

  #draw() {
    const { scrollTop, clientHeight } = this.#host;
    const first = Math.max(0, Math.floor(scrollTop / HEIGHT) - 10);
    const last = Math.min(this.#lines.length, Math.ceil((scrollTop + clientHeight) / HEIGHT) + 10);
    for (const [at, line] of this.#drawn) {
      if (at < first || at >= last) {
        line.remove();
        this.#drawn.delete(at);
      }
    }
    if (!this.#drawn.size) this.#space.replaceChildren();
    // In their order, which is the one that they are read in.
    let before = null;
    for (let at = first; at < last; at += 1) {
      let line = this.#drawn.get(at);
      if (!line) {
        line = this.#line(at);
        this.#drawn.set(at, line);
        if (before) before.after(line);
        else this.#space.prepend(line);
      }
      line.classList.toggle('over', at === this.#over);
      line.setAttribute('aria-selected', String(at === this.#chosen));
      before = line;
    }
    const isDrawn = this.#chosen >= first && this.#chosen < last;
    if (isDrawn) this.#host.setAttribute('aria-activedescendant', `line-${this.#chosen}`);
    else this.#host.removeAttribute('aria-activedescendant');
  }

  #line(at) {
    const line = document.createElement('div');
    line.className = 'line';
    line.id = `line-${at}`;
    line.dataset.at = at;
    line.style.top = `${at * HEIGHT}px`;
    line.setAttribute('role', 'option');
    line.setAttribute('aria-posinset', at + 1);
    line.setAttribute('aria-setsize', this.#lines.length);
    if (this.#refs[at]) line.dataset.ref = this.#refs[at];
    const whole = this.#lines[at];
    const text = whole.length > MAX_SHOWN ? `${whole.slice(0, MAX_SHOWN)}…` : whole;
    if (!text) line.append('\u00a0');
    else if (text.startsWith('#')) line.append(part('t-note', text));
    else line.append(...coloured(text));
    return line;
  }
}

function part(name, text) {
  const span = document.createElement('span');
  span.className = name;
  span.textContent = text;
  return span;
}

function coloured(text) {
  const [, before, role, rest] = /^(\s*- )?(\/?[a-z]+(?=[ :]|$))?(.*)$/s.exec(text);
  const parts = [before ?? ''];
  if (role) parts.push(part('t-role', role));
  for (const piece of rest.split(PARTS).filter(Boolean)) {
    if (/^".*"$/s.test(piece)) parts.push(part('t-name', piece));
    else if (piece.startsWith('[ref=')) parts.push(part('t-ref', piece));
    else if (piece.startsWith('[')) parts.push(part('t-mark', piece));
    else parts.push(piece);
  }
  return parts;
}
