// Cuts a picture into strips, so that a page of 100,000 elements is drawn where it is looked at.

/** The height of a strip, CSS px. */
const STRIP = 1200;

/**
 * The place of a picture, the box of each ref, and a function that gives a strip as SVG by its number.
 *
 * The SVG of `view()` is flat below its styles: boxes and leaders, and groups of words and labels.
 */
export function cutPicture(svg) {
  const [x, y, width, height] = /viewBox="([^"]+)"/.exec(svg)[1].split(' ').map(Number);
  const end = svg.indexOf('</defs>') + '</defs>'.length;
  const head = svg.slice(svg.indexOf('<style>'), end);
  const count = Math.max(1, Math.ceil(height / STRIP));
  const strips = Array.from({ length: count }, () => []);
  const refs = [];
  const boxes = [];
  for (let at = end, found; (found = pieceAt(svg, at)); at += found.length) {
    const box = /^<rect class="box[^"]*" data-ref="([^"]+)" x="([^"]+)" y="([^"]+)" width="([^"]+)" height="([^"]+)"/.exec(found);
    if (box) {
      refs.push(box[1]);
      boxes.push(+box[2], +box[3], +box[4], +box[5]);
    }
    const [top, bottom] = extent(found, box);
    const last = Math.min(count - 1, Math.floor((bottom + 20 - y) / STRIP));
    for (let strip = Math.max(0, Math.floor((top - 20 - y) / STRIP)); strip <= last; strip += 1) strips[strip].push(found);
  }
  const parts = (number) => {
    const top = y + number * STRIP;
    const tall = Math.min(STRIP, y + height - top);
    const place = `viewBox="${x} ${top} ${width} ${tall}" width="${width}" height="${tall}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${place}>${head}${strips[number]?.join('') ?? ''}</svg>`;
  };
  return { x, y, width, height, strip: STRIP, count, refs, boxes: Float64Array.from(boxes), parts };
}

/** The element that begins at a position, as text; null at the end of the picture. */
function pieceAt(svg, at) {
  if (svg[at] !== '<' || svg[at + 1] === '/') return null;
  const close = svg.indexOf('>', at);
  if (svg[close - 1] === '/') return svg.slice(at, close + 1);
  const end = `</${/^[a-z]+/.exec(svg.slice(at + 1, at + 20))}>`;
  return svg.slice(at, svg.indexOf(end, close) + end.length);
}

/** From where to where a piece goes, top to bottom. */
function extent(text, box) {
  if (box) return [+box[3], +box[3] + +box[5]];
  let [top, bottom] = [Infinity, -Infinity];
  for (const [, name, value] of text.matchAll(/ (y|y1|y2|height|d)="([^"]+)"/g)) {
    if (name === 'height') {
      bottom = Math.max(bottom, top + Number(value));
      continue;
    }
    const values = name === 'd' ? value.match(/-?[\d.]+/g)?.filter((_, at) => at % 2).map(Number) ?? [] : [Number(value)];
    for (const value of values) [top, bottom] = [Math.min(top, value), Math.max(bottom, value)];
  }
  return [top, bottom];
}
