// Random pages: two or three parts in each other, and a few properties on them.
import { element, elementsOf } from './tree.mjs';

const WORDS = 'a of the quay lamp river stone garden window kettle orchard lighthouse extraordinarily'.split(' ');
const IMAGE = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='40' height='30'/%3E";

const words = (random, most) => random.some(random.whole(1, most), () => random.pick(WORDS)).join(' ');
const pixels = random => `${random.pick([0, 1, 3, 5, 8, 10, 15, 20, 33, 50, 80, 120, 200, 300])}px`;
const few = random => `${random.pick([0, 1, 2, 4, 6, 10, 16, 25])}px`;
const percent = random => `${random.pick([0, 10, 25, 33, 50, 80, 100, 120])}%`;
const length = random => random.pick([pixels, pixels, percent, random => `${random.pick([0.5, 1, 2, 3])}em`])(random);
const size = random => random.pick([
  length, length, percent, () => 'auto', () => 'min-content', () => 'max-content', () => 'fit-content', () => 'stretch',
  () => `fit-content(${pixels(random)})`, () => `calc(100% - ${few(random)})`,
])(random);
const limit = random => random.pick([pixels, percent, () => 'min-content', () => 'max-content', () => 'fit-content'])(random);
const margin = random => random.pick([few, few, () => 'auto', percent, () => `-${few(random)}`])(random);
const either = (...values) => random => random.pick(values);

/**
 * Properties in groups; a page gets some of a group, so that those that belong together meet. A value is a function of the random
 * source.
 */
const PROPERTIES = [
  { width: size, height: size },
  { width: size, 'min-width': limit, 'max-width': limit },
  { height: size, 'min-height': limit, 'max-height': limit },
  { height: percent, 'min-height': percent, 'max-height': percent },
  { 'aspect-ratio': either('1', '2', '1 / 2', 'auto 3 / 2'), width: size, height: size, 'min-height': limit },
  { margin, 'margin-top': margin, 'margin-left': margin, 'margin-bottom': margin },
  { padding: few, 'padding-top': percent, 'padding-left': few },
  { border: either('1px solid', '5px solid', '3px double'), 'border-top': either('8px solid', '0 none'), 'box-sizing': either('border-box') },
  { 'align-items': either('start', 'center', 'end', 'baseline', 'stretch', 'last baseline'), 'justify-content': either('center', 'end', 'space-between', 'space-around', 'space-evenly') },
  { 'align-self': either('start', 'center', 'end', 'baseline', 'stretch'), 'justify-self': either('start', 'center', 'end', 'stretch') },
  { 'align-content': either('start', 'center', 'end', 'space-between', 'stretch'), gap: few, 'row-gap': percent },
  { flex: either('1', '0 0 auto', '1 1 0', '2 1 50px', 'none', '0 1 30%'), order: either('1', '-1'), 'min-width': either('0', 'auto') },
  { 'grid-row': either('2', '1 / 3', 'span 2', '-1'), 'grid-column': either('2', '1 / -1', 'span 2', '3') },
  { 'grid-auto-flow': either('column', 'dense', 'row'), 'grid-auto-rows': either('20px', 'minmax(10px, auto)', '1fr', 'min-content') },
  { position: either('relative', 'absolute', 'fixed', 'sticky'), top: length, left: length },
  { position: either('absolute', 'relative'), right: length, bottom: length },
  { position: either('absolute'), inset: few, margin: either('auto'), width: size, height: size },
  { overflow: either('hidden', 'auto', 'scroll', 'clip', 'visible'), height: pixels, 'overflow-x': either('hidden', 'clip') },
  { float: either('left', 'right'), clear: either('left', 'both') },
  { display: either('block', 'inline', 'inline-block', 'flex', 'inline-flex', 'grid', 'inline-grid', 'table', 'table-cell', 'list-item', 'contents', 'flow-root', 'none') },
  { 'text-align': either('center', 'right', 'justify', 'end'), 'text-indent': length, 'line-height': either('1', '2', '30px', 'normal', '80%') },
  { 'white-space': either('nowrap', 'pre', 'pre-wrap', 'pre-line'), 'word-break': either('break-all', 'keep-all'), 'overflow-wrap': either('anywhere', 'break-word') },
  { 'vertical-align': either('top', 'middle', 'bottom', 'super', 'sub', 'text-top', 'text-bottom', '5px', '-50%', 'baseline') },
  { 'font-size': either('10px', '24px', '0', '2em', '80%'), 'line-height': either('1.2', '0', 'normal') },
  { 'font-family': either('monospace', 'sans-serif', 'serif'), 'font-weight': either('bold'), 'font-style': either('italic') },
  { 'letter-spacing': either('3px', '-1px'), 'word-spacing': either('5px', '1em'), 'text-transform': either('uppercase', 'capitalize') },
  { 'text-overflow': either('ellipsis'), overflow: either('hidden'), 'white-space': either('nowrap'), width: pixels },
  { direction: either('rtl'), 'unicode-bidi': either('isolate', 'bidi-override', 'plaintext') },
  { transform: either('translate(10px, 50%)', 'scale(1.5)', 'rotate(30deg)', 'skewX(20deg)', 'matrix(1, 0.2, 0, 1, 5, 5)'), 'transform-origin': either('0 0', '100% 50%', '10px bottom') },
  { translate: either('10px 20%'), scale: either('0.5'), rotate: either('45deg') },
  { visibility: either('hidden', 'visible', 'collapse'), 'pointer-events': either('none', 'auto') },
  { 'z-index': either('-1', '0', '1', '5'), position: either('relative', 'absolute'), opacity: either('0.5', '0'), 'margin-top': either('-20px') },
  { 'column-count': either('2', '3'), 'column-width': either('60px', '100px'), 'column-gap': few, height: size },
  { 'column-span': either('all'), 'break-inside': either('avoid'), 'break-before': either('column') },
  { 'border-collapse': either('collapse', 'separate'), 'border-spacing': few, 'table-layout': either('fixed'), width: size },
  { 'caption-side': either('bottom'), 'empty-cells': either('hide') },
  { 'list-style-type': either('decimal', 'square', 'none', 'upper-roman', '"- "'), 'list-style-position': either('inside') },
  { 'object-fit': either('cover', 'contain'), width: size, height: size },
  { contain: either('layout', 'paint', 'size', 'inline-size', 'strict', 'content'), 'content-visibility': either('hidden', 'auto') },
  { 'border-radius': either('50%', '20px'), 'clip-path': either('circle(30%)', 'inset(5px)'), overflow: either('hidden') },
  { cursor: either('pointer'), 'user-select': either('none'), appearance: either('none') },
  { zoom: either('2', '0.5'), width: pixels },
  { 'text-wrap': either('balance', 'nowrap'), 'hanging-punctuation': either('first'), hyphens: either('manual'), 'tab-size': either('2') },
  { '-webkit-line-clamp': either('2', '1'), display: either('-webkit-box'), '-webkit-box-orient': either('vertical'), overflow: either('hidden') },
  { 'shape-outside': either('circle(40%)', 'inset(10px)'), float: either('left', 'right'), width: pixels, height: pixels },
];

const ATTRIBUTES = [
  { role: either('button', 'link', 'list', 'listitem', 'none', 'presentation', 'group', 'region', 'heading', 'img', 'checkbox', 'tab', 'dialog', 'row', 'cell', 'table', 'status', 'menuitem', 'option', 'textbox', 'banner') },
  { 'aria-label': either('Quay', '', ' '), title: either('Lamp') },
  { 'aria-hidden': either('true', 'false'), inert: either('') },
  { 'aria-expanded': either('true', 'false'), 'aria-pressed': either('true', 'mixed'), 'aria-checked': either('true', 'mixed') },
  { 'aria-level': either('3'), role: either('heading') },
  { 'aria-disabled': either('true'), 'aria-selected': either('true'), role: either('option', 'tab', 'gridcell') },
  { tabindex: either('0', '-1'), hidden: either('', 'until-found') },
  { dir: either('rtl', 'auto'), lang: either('de') },
];

/** Returns text, or an inline element or two around some. */
function phrases(random) {
  return random.some(random.whole(1, 3), () => random.pick([
    () => words(random, 8),
    () => words(random, 3),
    () => ' ',
    () => element(random.pick(['span', 'b', 'em', 'a', 'code', 'small', 'sub', 'mark', 'label', 'bdi']), {}, [words(random, 5)]),
    () => element('a', { attrs: { href: '#' } }, [words(random, 3)]),
    () => element('br'),
    () => element('wbr'),
    () => element('img', { attrs: { src: IMAGE, alt: random.pick(['', 'Lamp']) } }),
  ])());
}

const FIELDS = [
  random => element('input', { attrs: { type: random.pick(['text', 'checkbox', 'radio', 'button', 'submit', 'range', 'number', 'search', 'color', 'file', 'date', 'password', 'reset', 'hidden', 'image']), value: random.pick(['1', '7', 'Send']) } }),
  random => element('input', { attrs: { placeholder: words(random, 2), ...(random.chance(0.3) && { disabled: '' }) } }),
  random => element('button', {}, phrases(random)),
  random => element('select', { attrs: random.pick([{}, { multiple: '' }, { size: '3' }]) }, random.some(random.whole(0, 3), () => element('option', {}, [words(random, 2)]))),
  random => element('textarea', { attrs: random.pick([{}, { rows: '3', cols: '10' }]) }, [words(random, 4)]),
  random => element('progress', { attrs: random.pick([{}, { value: '0.5' }]) }),
  random => element('meter', { attrs: { value: '0.4' } }),
  random => element('label', {}, [words(random, 2), random.pick(FIELDS)(random)]),
  random => element('output', {}, phrases(random)),
];

const REPLACED = [
  random => element('img', { attrs: { src: IMAGE, alt: 'Lamp', ...(random.chance(0.5) && { width: String(random.whole(0, 90)) }), ...(random.chance(0.3) && { height: String(random.whole(0, 90)) }) } }),
  random => element('img', { attrs: { src: 'data:,', alt: words(random, 3) } }),
  random => element('svg', { attrs: random.pick([{ width: '50', height: '20' }, { viewBox: '0 0 20 10' }, { viewBox: '0 0 30 30', width: '40' }, {}]) }, [
    element('rect', { attrs: { x: '1', y: '2', width: '10', height: '5' } }),
    element('g', {}, [element('circle', { attrs: { cx: '9', cy: '6', r: '4' } }), element('text', { attrs: { x: '2', y: '12' } }, [words(random, 1)])]),
  ]),
  random => element('canvas', { attrs: random.pick([{}, { width: '30', height: '60' }]) }),
  () => element('video', { attrs: { controls: '' } }),
  () => element('iframe'),
  () => element('hr'),
];

/** A box with the display of a formatting context, in the declarations that it needs. */
const box = (make, tags = ['div', 'div', 'section', 'span', 'p', 'nav', 'article']) => (random, inside) =>
  element(random.pick(tags), { style: make(random) }, inside());

/** Parts of which a page is nested: functions of the random source and of one that makes what is inside. */
const PARTS = [
  box(() => ({})),
  box(() => ({ display: 'flex' })),
  box(random => ({ display: 'flex', 'flex-direction': random.pick(['column', 'row-reverse', 'column-reverse']) })),
  box(random => ({ display: 'flex', 'flex-wrap': random.pick(['wrap', 'wrap-reverse']), width: pixels(random) })),
  box(random => ({ display: 'inline-flex', 'flex-direction': random.pick(['column', 'row']) })),
  box(random => ({ display: 'grid', 'grid-template-columns': random.pick(['1fr 1fr', 'auto 1fr', 'repeat(3, minmax(0, 1fr))', 'repeat(auto-fill, minmax(80px, 1fr))', '100px auto', 'min-content max-content', 'fit-content(60px) 1fr', '30% 1fr']) })),
  box(random => ({ display: 'grid', 'grid-template-rows': random.pick(['1fr 2fr', '0fr', '50px auto', 'minmax(20px, 1fr)', '50%']), height: size(random) })),
  box(random => ({ display: random.pick(['grid', 'inline-grid']), 'grid-template-areas': '"a b" "c b"' })),
  box(random => ({ 'column-count': random.pick(['2', '3']) })),
  box(random => ({ columns: random.pick(['80px', '2 100px']), height: pixels(random) })),
  box(() => ({ display: 'inline-block' })),
  box(() => ({ display: 'inline' }), ['span', 'div', 'a']),
  box(random => ({ float: random.pick(['left', 'right']) })),
  box(random => ({ position: 'absolute', ...(random.chance(0.5) && { top: length(random), left: length(random) }) })),
  box(random => ({ position: 'relative', overflow: random.pick(['hidden', 'auto', 'scroll']), height: pixels(random) })),
  box(random => ({ position: 'sticky', top: few(random) })),
  box(() => ({ display: 'table' })),
  box(() => ({ display: 'table-cell' })),
  box(() => ({ display: 'inline-table' })),
  box(() => ({ display: 'contents' })),
  box(() => ({ display: 'flow-root' })),
  (random, inside) => element('table', { attrs: random.pick([{}, { border: '1' }, { cellpadding: '5', width: '200' }]), style: random.chance(0.4) ? { 'border-collapse': 'collapse' } : {} }, [
    ...(random.chance(0.3) ? [element('caption', {}, [words(random, 3)])] : []),
    ...(random.chance(0.2) ? [element('colgroup', {}, [element('col', { attrs: { width: '60' } }), element('col')])] : []),
    element(random.pick(['tbody', 'thead', 'tfoot']), {}, [
      element('tr', {}, [element('td', {}, inside()), element(random.pick(['td', 'th']), {}, phrases(random))]),
      element('tr', {}, [element('td', { attrs: random.pick([{}, { colspan: '2' }, { rowspan: '2' }]) }, phrases(random)), element('td', {}, [words(random, 2)])]),
    ]),
  ]),
  (random, inside) => element(random.pick(['ul', 'ol', 'menu']), {}, [element('li', {}, inside()), element('li', {}, phrases(random))]),
  (random, inside) => element('dl', {}, [element('dt', {}, phrases(random)), element('dd', {}, inside())]),
  (random, inside) => element('fieldset', {}, [element('legend', {}, phrases(random)), ...inside()]),
  (random, inside) => element('details', { attrs: random.chance(0.7) ? { open: '' } : {} }, [element('summary', {}, phrases(random)), ...inside()]),
  (random, inside) => element('button', {}, inside()),
  (random, inside) => element('a', { attrs: { href: '#' } }, inside()),
  (random, inside) => element('label', {}, inside()),
  (random, inside) => element('figure', {}, [...inside(), element('figcaption', {}, phrases(random))]),
  (random, inside) => element(random.pick(['h2', 'blockquote', 'pre', 'address', 'header', 'main', 'form', 'center']), {}, inside()),
  (random, inside) => element('ruby', {}, [...inside(), element('rt', {}, [words(random, 2)])]),
  (random, inside) => element('dialog', { attrs: { open: '' } }, inside()),
];

/** Returns what stands inside a part. */
function contents(random, depth) {
  const one = () => random.pick([
    () => phrases(random),
    () => phrases(random),
    () => [element(random.pick(['div', 'p', 'span']), {}, phrases(random))],
    () => [random.pick(FIELDS)(random)],
    () => [random.pick(REPLACED)(random)],
  ])();
  const around = () => random.some(random.whole(0, 2), one).flat();
  return depth ? [...around(), part(random, depth - 1), ...around()] : random.some(random.whole(0, 3), one).flat();
}

function part(random, depth) {
  return random.pick(PARTS)(random, () => contents(random, depth));
}

/** Adds some of a group to the declarations or attributes of an element. */
function decorate(random, group, into) {
  const names = Object.keys(group);
  for (const name of random.some(random.whole(1, 2), () => random.pick(names))) into[name] = group[name](random);
}

/** Returns a page: `{root, doctype}`. */
export function page(random) {
  const root = element('body', {}, random.some(random.whole(1, 2), () => part(random, random.whole(1, 2))));
  const all = elementsOf(root);
  for (let left = random.whole(1, 6); left > 0; left--) decorate(random, random.pick(PROPERTIES), random.pick(all).style);
  for (let left = random.whole(0, 2); left > 0; left--) decorate(random, random.pick(ATTRIBUTES), random.pick(all).attrs);
  if (random.chance(0.15)) {
    const side = random.pick(['before', 'after']);
    const style = { content: random.pick(['"+"', '""', '"read more"', 'counter(item)', 'attr(title)']) };
    if (random.chance(0.7)) decorate(random, random.pick(PROPERTIES), style);
    random.pick(all)[side] = style;
  }
  return { root, doctype: random.chance(0.9) };
}
