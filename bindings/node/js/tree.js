/**
 * Hands a DOM over to the engine node by node, as steps and a table of texts (see src/tree.rs), with the state that markup does
 * not hold: form controls, focus, scrolling, dialogs, open shadow roots, adopted style sheets.
 */
const CLOSE = 0;
const ELEMENT = 1;
const TEXT = 2;
const COMMENT = 3;
const DOCTYPE = 4;
const SHADOW_ROOT = 5;
const FRAME_DOCUMENT = 6;
const QUIRKS = 7;
const ROOT = 8;

const HTML = 'http://www.w3.org/1999/xhtml';

class Writer {
  steps = [];
  texts = [];
  lengths = [];
  places = new Map();

  /** The place of a text in the table. */
  text(text) {
    text = wellFormed(String(text ?? ''));
    let place = this.places.get(text);
    if (place === undefined) {
      place = this.texts.length;
      this.places.set(text, place);
      this.texts.push(text);
      this.lengths.push(text.length);
    }
    return place;
  }

  open(namespace, name, attributes) {
    this.steps.push(ELEMENT, this.text(namespace === HTML ? '' : namespace), this.text(name), attributes.length / 2);
    for (const part of attributes) this.steps.push(this.text(part));
  }

  close() {
    this.steps.push(CLOSE);
  }

  finish() {
    return [new Uint32Array(this.steps), this.texts.join(''), new Uint32Array(this.lengths)];
  }
}

/** Lone surrogates are no text; each becomes one replacement character, as long as itself. */
function wellFormed(text) {
  if (!/[\uD800-\uDFFF]/.test(text)) return text;
  return text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD');
}

/** What is known of a document besides its nodes. */
class State {
  constructor(document) {
    this.active = document.activeElement === document.body ? null : document.activeElement;
  }
}

/** The steps of a document or of an element, which then is what snapshots show. */
export function treeOf(node) {
  const writer = new Writer();
  const document = node.nodeType === 9 ? node : node.ownerDocument;
  const state = new State(document);
  const isPart = node.nodeType !== 9;
  if (document.compatMode === 'BackCompat') writer.steps.push(QUIRKS);
  if (!isPart || node.isConnected) {
    children(writer, document, state, isPart ? node : null);
  } else {
    detached(writer, node, document, state);
  }
  return writer.finish();
}

/** A node that is in no document, in the body of one with the style sheets of its own. */
function detached(writer, node, document, state) {
  writer.steps.push(DOCTYPE, writer.text('html'), writer.text(''), writer.text(''));
  writer.open(HTML, 'html', []);
  writer.open(HTML, 'head', []);
  for (const sheet of document.querySelectorAll('style, link')) visit(writer, sheet, state, null);
  adopted(writer, document);
  writer.close();
  writer.open(HTML, 'body', []);
  if (node.nodeType === 11) {
    writer.steps.push(ROOT);
    children(writer, node, state, null);
  } else {
    visit(writer, node, state, node);
  }
  writer.close();
  writer.close();
}

function children(writer, parent, state, root) {
  for (let child = parent.firstChild; child; child = child.nextSibling) visit(writer, child, state, root);
}

function visit(writer, node, state, root) {
  switch (node.nodeType) {
    case 1: {
      openElement(writer, node, state, root);
      if (node.shadowRoot) shadow(writer, node.shadowRoot, state, root);
      content(writer, node, state, root);
      writer.close();
      break;
    }
    case 3:
    case 4:
      writer.steps.push(TEXT, writer.text(node.data));
      break;
    case 8:
      writer.steps.push(COMMENT, writer.text(node.data));
      break;
    case 10:
      writer.steps.push(DOCTYPE, writer.text(node.name), writer.text(node.publicId), writer.text(node.systemId));
      break;
  }
}

function openElement(writer, element, state, root) {
  const attributes = [];
  for (const { name, value } of element.attributes) {
    if (!name.startsWith('data-frozen-')) attributes.push(name, value);
  }
  const namespace = element.namespaceURI ?? HTML;
  const name = element.localName;
  if (namespace === HTML) frozen(element, name, attributes, state);
  writer.open(namespace, name, attributes);
  if (element === root) writer.steps.push(ROOT);
}

function set(attributes, name, value) {
  for (let at = 0; at < attributes.length; at += 2) {
    if (attributes[at] === name) {
      if (value === null) attributes.splice(at, 2);
      else attributes[at + 1] = value;
      return;
    }
  }
  if (value !== null) attributes.push(name, value);
}

/** Input types whose value is the attribute, or nothing that can be written down. */
const WITHOUT_VALUE = new Set(['hidden', 'submit', 'reset', 'button', 'image', 'file', 'checkbox', 'radio']);

/** Writes what only properties of an element say into its attributes. */
function frozen(element, name, attributes, state) {
  switch (name) {
    case 'input': {
      const type = element.type;
      if (type === 'checkbox' || type === 'radio') set(attributes, 'checked', element.checked ? '' : null);
      else if (!WITHOUT_VALUE.has(type) && element.value !== (element.getAttribute('value') ?? '')) set(attributes, 'value', element.value);
      if (type === 'checkbox' && element.indeterminate) attributes.push('data-frozen-indeterminate', '');
      break;
    }
    case 'option':
      set(attributes, 'selected', element.selected ? '' : null);
      break;
    case 'dialog':
      if (element.open && matches(element, ':modal')) attributes.push('data-frozen-modal', '');
      break;
  }
  if (element.hasAttribute('popover') && matches(element, ':popover-open')) attributes.push('data-frozen-popover-open', '');
  if (element === state.active) attributes.push('data-frozen-focus', '');
  if (element.scrollTop || element.scrollLeft) {
    const isRoot = name === 'html';
    if (element.scrollTop) attributes.push(isRoot ? 'data-frozen-scroll-y' : 'data-frozen-scroll-top', String(element.scrollTop));
    if (element.scrollLeft) attributes.push(isRoot ? 'data-frozen-scroll-x' : 'data-frozen-scroll-left', String(element.scrollLeft));
  }
}

function matches(element, selector) {
  try {
    return element.matches(selector);
  } catch {
    // A library that does not know the pseudo-class.
    return false;
  }
}

/** What is inside an element. */
function content(writer, element, state, root) {
  const isHtml = (element.namespaceURI ?? HTML) === HTML;
  if (isHtml && element.localName === 'textarea') {
    if (element.value) writer.steps.push(TEXT, writer.text(element.value));
    return;
  }
  if (isHtml && element.localName === 'template') {
    if (element.content) children(writer, element.content, state, root);
    return;
  }
  if (isHtml && element.localName === 'style') {
    // Rules that were inserted by script stand in the sheet alone.
    const written = element.textContent;
    const css = written.trim() === '' && element.sheet ? rulesOf(element.sheet) : written;
    if (css) writer.steps.push(TEXT, writer.text(css));
    return;
  }
  if (isHtml && (element.localName === 'iframe' || element.localName === 'frame')) {
    const document = innerDocument(element);
    if (document?.documentElement) {
      writer.steps.push(FRAME_DOCUMENT, writer.text(document.URL));
      if (document.compatMode === 'BackCompat') writer.steps.push(QUIRKS);
      children(writer, document, new State(document), root);
      writer.close();
      return;
    }
  }
  children(writer, element, state, root);
  if (isHtml && element.localName === 'head') adopted(writer, element.ownerDocument);
}

function innerDocument(frame) {
  try {
    return frame.contentDocument;
  } catch {
    // Of another origin.
    return null;
  }
}

function shadow(writer, shadowRoot, state, root) {
  writer.steps.push(SHADOW_ROOT, shadowRoot.mode === 'open' ? 1 : 0);
  children(writer, shadowRoot, state, root);
  adopted(writer, shadowRoot);
  writer.close();
}

/** Adopted style sheets come after those of the tree, so a style element at its end says the same. */
function adopted(writer, owner) {
  for (const sheet of owner.adoptedStyleSheets ?? []) {
    writer.open(HTML, 'style', []);
    writer.steps.push(TEXT, writer.text(rulesOf(sheet)));
    writer.close();
  }
}

function rulesOf(sheet) {
  try {
    return Array.from(sheet.cssRules ?? [], (rule) => rule.cssText).join('\n');
  } catch {
    // A sheet of another origin does not show its rules.
    return '';
  }
}
