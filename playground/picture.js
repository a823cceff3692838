// The picture of the page: strips that are drawn where they are looked at, and marks above them.

/** Limit: results that are marked at once. */
const MAX_FOUND = 200;

export class PagePicture extends EventTarget {
  #host;
  #sheet;
  #part;
  #given = null;
  #at = new Map();
  #images = new Map();
  #spots = { over: spot('over'), chosen: spot('chosen') };
  #shown = { over: null, chosen: null };
  #found = [];
  #scale = 1;

  /** `part(number)` gives a strip as SVG. */
  constructor(host, sheet, part) {
    super();
    this.#host = host;
    this.#sheet = sheet;
    this.#part = part;
    host.addEventListener('scroll', () => this.#draw());
    new ResizeObserver(() => this.#place()).observe(host);
    sheet.addEventListener('mousemove', (event) => this.#say('over', event));
    sheet.addEventListener('mouseleave', () => this.dispatchEvent(new CustomEvent('over', { detail: null })));
    sheet.addEventListener('click', (event) => this.#say('choose', event));
  }

  #say(name, event) {
    if (!this.#given) return;
    const { left, top } = this.#sheet.getBoundingClientRect();
    const x = (event.clientX - left) / this.#scale + this.#given.x;
    const y = (event.clientY - top) / this.#scale + this.#given.y;
    this.dispatchEvent(new CustomEvent(name, { detail: this.#refAt(x, y) }));
  }

  /** The smallest box at a point. */
  #refAt(x, y) {
    const { boxes, refs } = this.#given;
    let [best, least] = [null, Infinity];
    for (let at = 0, of = 0; of < refs.length; at += 4, of += 1) {
      const [left, top, width, height] = [boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]];
      const isIn = x >= left && y >= top && x <= left + width && y <= top + height;
      if (isIn && width * height <= least) [best, least] = [refs[of], width * height];
    }
    return best;
  }

  set(given) {
    this.#given = given;
    this.#at = new Map(given.refs.map((ref, of) => [ref, of * 4]));
    for (const { image } of this.#images.values()) drop(image);
    this.#images.clear();
    this.#found = [];
    this.#place();
  }

  #place() {
    if (!this.#given) return;
    this.#scale = Math.min(1, this.#host.clientWidth / this.#given.width || 1);
    this.#sheet.style.width = `${this.#given.width * this.#scale}px`;
    this.#sheet.style.height = `${this.#given.height * this.#scale}px`;
    for (const { image, number } of this.#images.values()) this.#put(image, number);
    for (const name of ['over', 'chosen']) this.mark(name, this.#shown[name], { move: false });
    this.#draw();
  }

  #put(image, number) {
    image.style.top = `${number * this.#given.strip * this.#scale}px`;
    image.style.height = `${Math.min(this.#given.strip, this.#given.height - number * this.#given.strip) * this.#scale}px`;
  }

  async #draw() {
    const given = this.#given;
    if (!given) return;
    const tall = given.strip * this.#scale;
    const first = Math.max(0, Math.floor(this.#host.scrollTop / tall));
    const last = Math.min(given.count - 1, Math.floor((this.#host.scrollTop + this.#host.clientHeight) / tall));
    for (const [number, { image }] of this.#images) {
      if (number >= first - 2 && number <= last + 2) continue;
      drop(image);
      this.#images.delete(number);
    }
    for (let number = first; number <= last; number += 1) {
      if (this.#images.has(number)) continue;
      const image = new Image();
      image.alt = '';
      this.#images.set(number, { image, number });
      this.#put(image, number);
      const svg = await this.#part(number);
      if (this.#given !== given || svg === null) return;
      image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
      this.#sheet.prepend(image);
    }
  }

  #boxOf(ref) {
    const at = this.#at.get(ref);
    if (at === undefined) return null;
    const [x, y, width, height] = this.#given.boxes.subarray(at, at + 4);
    const scale = this.#scale;
    return { left: (x - this.#given.x) * scale, top: (y - this.#given.y) * scale, width: width * scale, height: height * scale };
  }

  /** Marks a box as pointed at (`over`) or `chosen`. */
  mark(name, ref, { move = true } = {}) {
    this.#shown[name] = ref;
    const box = ref && this.#boxOf(ref);
    const shown = this.#spots[name];
    if (!box) return shown.remove();
    fit(shown, box);
    this.#sheet.append(shown);
    const host = this.#host;
    const isInSight = box.top + Math.min(box.height, 40) > host.scrollTop && box.top + 10 < host.scrollTop + host.clientHeight;
    if (move && !isInSight) host.scrollTop = Math.max(0, box.top - host.clientHeight / 3);
  }

  markFound(refs) {
    for (const old of this.#found) old.remove();
    const boxes = refs.slice(0, MAX_FOUND).map((ref) => this.#boxOf(ref)).filter(Boolean);
    this.#found = boxes.map((box) => {
      const shown = spot('found');
      fit(shown, box);
      this.#sheet.append(shown);
      return shown;
    });
  }
}

function spot(name) {
  const made = document.createElement('div');
  made.className = `spot ${name}`;
  return made;
}

function fit(shown, box) {
  for (const [name, value] of Object.entries(box)) shown.style[name] = `${value}px`;
}

function drop(image) {
  URL.revokeObjectURL(image.src);
  image.remove();
}
