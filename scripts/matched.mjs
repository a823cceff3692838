// What CSS.getMatchedStylesForNode of Chromium says of an element, as lines of text that recordings and comparisons have.

/** The pseudo-elements that stillpage knows and Chromium gives with their element. */
const PSEUDOS = ['after', 'backdrop', 'before', 'first-letter', 'first-line', 'marker'];

const place = range => (range ? `${range.startLine}:${range.startColumn}-${range.endLine}:${range.endColumn}` : '');

/** A rule: its sheet, which of its selectors match, the selectors and its block with their places. */
function ruleLine({ rule, matchingSelectors }, nameOf) {
  const selectors = rule.selectorList.selectors.map(s => `${s.text.replace(/\s+/g, ' ')} @${place(s.range)}`).join(', ');
  return `${nameOf(rule.styleSheetId)} [${matchingSelectors}] ${selectors} {${place(rule.style.range)}}`;
}

/** The declarations of a `style` attribute. */
const styleLines = style => (style?.cssProperties ?? []).filter(p => p.range)
  .map(p => `style ${p.name}: ${p.value.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ' ').trim()} @${place(p.range)}`);

/**
 * The lines of an element: its style attribute, whether other attributes set anything, the rules that match it and its
 * pseudo-elements, the weakest first, and behind `^1 `, `^2 `, ... the same of the elements that it inherits from. The browser's own rules are left
 * out. `nameOf` names a sheet by its id.
 */
export function matchedLines(matched, nameOf) {
  // A sheet without a name is one that Chromium has for an element of its own, such as marquee.
  const isOfPage = rule => rule.origin === 'regular' && nameOf(rule.styleSheetId) !== '';
  const rules = list => (list ?? []).filter(m => isOfPage(m.rule)).map(m => ruleLine(m, nameOf));
  const lines = [...styleLines(matched.inlineStyle)];
  if (matched.attributesStyle?.cssProperties?.length) lines.push('attributes');
  lines.push(...rules(matched.matchedCSSRules));
  for (const pseudo of PSEUDOS) {
    const matches = (matched.pseudoElements ?? []).filter(other => other.pseudoType === pseudo).flatMap(other => other.matches);
    lines.push(...rules(matches).map(line => `::${pseudo} ${line}`));
  }
  // Counted are those with anything: Chromium has elements of its own between a select and its options, and others between a
  // details element and its content, one of them with a style attribute.
  const isOwn = ancestor => ancestor.inlineStyle?.cssText && ancestor.matchedCSSRules.every(m => m.rule.origin !== 'regular')
    && ancestor.matchedCSSRules.some(m => m.rule.selectorList.text === 'slot');
  const inherited = (matched.inherited ?? []).filter(ancestor => !isOwn(ancestor)).map(ancestor => [...styleLines(ancestor.inlineStyle), ...rules(ancestor.matchedCSSRules)]);
  for (const [i, ancestor] of inherited.filter(ancestor => ancestor.length).entries()) lines.push(...ancestor.map(line => `^${i + 1} ${line}`));
  return lines;
}

/** Asks Chromium about elements of a page, by their positions among all: `answers` gets each with its lines. */
export async function matchedOnPage(page, nameOfHeader, choose) {
  const client = await page.context().newCDPSession(page);
  const headers = new Map();
  client.on('CSS.styleSheetAdded', ({ header }) => headers.set(header.styleSheetId, header));
  await client.send('DOM.enable');
  await client.send('CSS.enable');
  const { root } = await client.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await client.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: '*' });
  const answers = new Map();
  for (const at of choose(nodeIds.length)) {
    const matched = await client.send('CSS.getMatchedStylesForNode', { nodeId: nodeIds[at] });
    answers.set(at, matchedLines(matched, id => nameOfHeader(headers.get(id))));
  }
  return answers;
}
