// Pages as trees that can be written as HTML and made smaller.

const VOID = new Set(['img', 'input', 'br', 'hr', 'col', 'wbr']);
const SVG = new Set(['svg', 'g', 'rect', 'circle', 'text', 'tspan']);

/**
 * Returns an element. `style`, `before` and `after` are declarations, `{property: value}`; children are elements and strings.
 */
export const element = (tag, { attrs = {}, style = {}, before, after } = {}, children = []) =>
  ({ tag, attrs, style, before, after, children });

/** Returns the elements of a tree, parents first. */
export function elementsOf(root) {
  const inside = root.children.filter(child => typeof child !== 'string').flatMap(elementsOf);
  return [root, ...inside];
}

const declarations = style => Object.entries(style).map(([name, value]) => `${name}: ${value}`).join('; ');
const escaped = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function markup(node, rules, indent) {
  if (typeof node === 'string') return escaped(node);
  const attrs = { ...node.attrs };
  for (const side of ['before', 'after']) {
    if (!node[side]) continue;
    attrs.id ??= `e${rules.length + 1}`;
    rules.push(`#${attrs.id}::${side} { ${declarations(node[side])} }`);
  }
  if (Object.keys(node.style).length) attrs.style = declarations(node.style);
  const opening = Object.entries(attrs).map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${escaped(value)}"`)).join('');
  const inside = node.children.map(child => markup(child, rules, `${indent} `)).join('');
  return `<${node.tag}${opening}>${VOID.has(node.tag) ? '' : `${inside}</${node.tag}>`}`;
}

/** Returns the page as HTML: `{root, doctype}`, the root being its body. */
export function html({ root, doctype }) {
  const rules = [];
  const body = markup(root, rules, '');
  const sheet = rules.length ? `<style>${rules.join('\n')}</style>\n` : '';
  return `${doctype ? '<!DOCTYPE html>\n' : ''}<meta charset="utf-8">\n${sheet}${body}\n`;
}

/** Returns the form of a page: its HTML without numbers and words, by which findings of one kind are told to be alike. */
export function form(page) {
  return html(page).replace(/(?<=[\s(:-])-?\d+(\.\d+)?/g, 'N').replace(/ id="e\d+"/g, '').replace(/#e\d+/g, '#')
    .replace(/>[^<>]*?[a-z][^<>]*?</gi, '>text<');
}

/** Returns what can be taken from a page, as functions that change a copy of it; what makes it much smaller comes first. */
function edits(page) {
  const all = elementsOf(page.root);
  const list = [];
  const edit = (at, change) => list.push(copy => change(elementsOf(copy.root)[at], copy));
  all.forEach((node, at) => node.children.forEach((_, child) => edit(at, own => own.children.splice(child, 1))));
  all.forEach((node, at) => node.children.forEach((child, place) => {
    if (typeof child !== 'string') edit(at, own => own.children.splice(place, 1, ...own.children[place].children));
  }));
  for (const part of ['style', 'attrs', 'before', 'after']) {
    all.forEach((node, at) => {
      const names = Object.keys(node[part] ?? {});
      if (names.length > 1 || part === 'before' || part === 'after') {
        if (node[part]) edit(at, own => { own[part] = part === 'style' || part === 'attrs' ? {} : undefined; });
      }
      for (const name of names) edit(at, own => delete own[part][name]);
    });
  }
  all.forEach((node, at) => {
    if (at && node.tag !== 'div' && !SVG.has(node.tag)) edit(at, own => { own.tag = 'div'; });
    node.children.forEach((child, place) => {
      if (typeof child !== 'string' || child.length < 2) return;
      const words = child.split(' ');
      edit(at, own => { own.children[place] = 'x'; });
      if (words.length > 1) {
        edit(at, own => { own.children[place] = words.slice(0, words.length / 2).join(' '); });
        edit(at, own => { own.children[place] = words.slice(0, -1).join(' '); });
      }
    });
  });
  if (!page.doctype) list.push(copy => { copy.doctype = true; });
  return list;
}

/** Limit: pages that are tried to make one smaller; most need less than 200. */
const MAX_TRIES = 600;

/** Returns the smallest page for which `fails` still holds that is found by taking one thing after the other away. */
export async function minimise(page, fails) {
  let tries = 0;
  for (let progress = true; progress;) {
    progress = false;
    for (let at = 0; at < edits(page).length && tries < MAX_TRIES;) {
      const smaller = structuredClone(page);
      edits(page)[at](smaller);
      tries++;
      if (await fails(smaller)) {
        page = smaller;
        progress = true;
      } else {
        at++;
      }
    }
  }
  return page;
}
