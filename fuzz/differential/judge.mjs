// The answers of Chromium and of stillpage about a page, and in what they differ.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/** What is compared, in the order in which a finding is named. */
export const KINDS = ['boxes', 'hits', 'snapshot'];

export const WINDOW = { width: 640, height: 480 };
const POINTS = [];
for (let y = 4; y < WINDOW.height; y += 9) for (let x = 5; x < WINDOW.width; x += 13) POINTS.push([x, y]);

/** Writes the page into the document and returns what Chromium says of it. It runs inside the page. */
async function measure([text, points]) {
  document.open();
  document.write(text);
  document.close();
  await Promise.all([...document.images].map(image => image.decode().catch(() => {})));
  // What is near the viewport is known once a frame was drawn.
  if (text.includes('content-visibility: auto')) {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  }
  const all = [...document.querySelectorAll('*')];
  const index = new Map(all.map((element, at) => [element, at]));
  const boxes = all.map(element => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { tag: element.localName, box: [x, y, width, height], visible: element.checkVisibility() };
  });
  const at = (x, y) => index.get(document.elementFromPoint(x, y)) ?? null;
  return { boxes, hits: points.map(([x, y]) => at(x, y)) };
}

/** Returns those of the points whose neighbours within 2 px hit the same element: a box of a pixel more or less decides no finding. */
function steady(points) {
  const at = (x, y) => document.elementFromPoint(x, y);
  return points.map(([x, y]) => [[2, 0], [-2, 0], [0, 2], [0, -2]].every(([dx, dy]) => at(x + dx, y + dy) === at(x, y)));
}

/** Refs are numbered anew for each page by us, and for each tab by Playwright. */
const withoutRefs = yaml => yaml.trimEnd().replace(/\[ref=\w+\]/g, '[ref]');

/** Limit: seconds for Chromium to lay a page out; some pages it never does. */
const PATIENCE = 15;

/** Returns what is promised, or fails once Chromium has had its time. */
async function inTime(promise) {
  let timer;
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Hung()), PATIENCE * 1000); });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Chromium does not answer about a page: its tab is of no use from then on. */
export class Hung extends Error {}

export class Judge {
  /** `tab`: a page of Chromium; `binary`: stillpage; `file`: where it reads the pages from. */
  constructor(tab, binary, file) {
    Object.assign(this, { tab, binary, file });
    this.pages = 0;
  }

  run(args, input = '') {
    return new Promise((resolve, reject) => {
      const child = spawn(this.binary, [...args.slice(0, 1), this.file, ...args.slice(1), '--viewport', `${WINDOW.width}x${WINDOW.height}`]);
      let out = '', errors = '';
      child.stdout.on('data', data => { out += data; });
      child.stderr.on('data', data => { errors += data; });
      child.on('error', reject);
      child.on('close', code => (code === 0 ? resolve(out) : reject(new Error(`stillpage ${args[0]} ended with ${code}: ${errors}`))));
      // It closes its input early where it fails; `close` says why.
      child.stdin.on('error', () => {});
      child.stdin.end(input);
    });
  }

  /** Returns in what the two differ, `{boxes, hits, snapshot}`, each a list of lines; those of `kinds` only. */
  async differences(text, kinds = KINDS) {
    this.pages++;
    writeFileSync(this.file, text);
    const wanted = kind => kinds.includes(kind);
    const [theirs, inspected, hit, snapshot] = await Promise.all([
      inTime(this.tab.evaluate(measure, [text, wanted('hits') ? POINTS : []])),
      wanted('boxes') ? this.run(['inspect', '--json']) : '',
      wanted('hits') ? this.run(['hit', '--points', '-', '--json'], POINTS.map(point => point.join(' ')).join('\n')) : '',
      wanted('snapshot') ? this.run(['snapshot', '--playwright']) : '',
    ]);
    const found = {};
    const tags = theirs.boxes.map(({ tag }) => tag);
    if (wanted('boxes')) found.boxes = differentBoxes(theirs.boxes, JSON.parse(inspected).elements);
    if (wanted('hits')) found.hits = await this.differentHits(theirs.hits, JSON.parse(hit), tags);
    if (wanted('snapshot')) {
      const [want, got] = [await this.tab.ariaSnapshot({ mode: 'ai' }), snapshot].map(withoutRefs);
      found.snapshot = want === got ? [] : [`Chromium:\n${want}`, `stillpage:\n${got}`];
    }
    return found;
  }

  async differentHits(theirs, ours, tags) {
    const different = POINTS.map((point, at) => ({ point, want: theirs[at], got: ours[at].index ?? null }))
      .filter(({ want, got }) => want !== got);
    if (!different.length) return [];
    const sure = await this.tab.evaluate(steady, different.map(({ point }) => point));
    const name = at => (at === null ? 'nothing' : `${at} ${tags[at]}`);
    return different.filter((_, at) => sure[at]).map(({ point, want, got }) => `${point}: Chromium ${name(want)}, stillpage ${name(got)}`);
  }
}

function differentBoxes(theirs, ours) {
  if (theirs.map(({ tag }) => tag).join() !== ours.map(({ tag }) => tag).join()) return ['the elements are others'];
  const short = box => box.map(value => Math.round(value * 100) / 100).join(' ');
  return theirs.flatMap(({ tag, box, visible }, at) => {
    const own = ours[at];
    if (visible !== own.visible) return [`${at} ${tag}: checkVisibility() is ${visible}, stillpage ${own.visible}`];
    if (!visible || box.every((value, side) => Math.abs(value - own.box[side]) <= 1)) return [];
    return [`${at} ${tag}: Chromium ${short(box)}, stillpage ${short(own.box)}`];
  });
}
