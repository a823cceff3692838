// Questions for elements: text, selectors, and Playwright's locators as one writes them in a test.

/** Limit: that of the search. */
const MAX_TEXTS = 50;

/** The elements that a query means, at most `most` of them. */
export function find(page, how, query, most) {
  if (how === 'text') {
    const pattern = /^\/(.+)\/([a-z]*)$/.exec(query);
    const { totalMatches, matches } = page.search(pattern ? new RegExp(pattern[1], pattern[2]) : query, { maxResults: Math.min(most, MAX_TEXTS), contextChars: 30 });
    const elements = matches.map(({ ref, selector, hidden }) => (ref ? page.element(ref) : { ref: null, tag: selector, role: null, name: hidden ? 'hidden' : '', box: null }));
    return { total: totalMatches, elements, texts: matches.map(({ contextBefore, match, contextAfter }) => `${contextBefore}${match}${contextAfter}`) };
  }
  if (how === 'words') return { total: 1, elements: [page.locate(query)] };
  if (/^\s*(await\s+)?(page\.)?(getBy|locator\()/.test(query)) {
    const locator = readLocator(page, query);
    const total = locator.count();
    const all = Array.from({ length: Math.min(total, most) }, (_, at) => locator.nth(at).element());
    return { total, elements: all };
  }
  const elements = page.find(query);
  return { total: elements.length, elements: elements.slice(0, most) };
}

const STEPS = new Set([
  'getByRole', 'getByText', 'getByLabel', 'getByPlaceholder', 'getByAltText', 'getByTitle', 'getByTestId', 'locator', 'filter',
  'first', 'last', 'nth', 'and', 'or',
]);

/** A locator from its text; nothing of it is run as a script. */
export function readLocator(page, text) {
  const words = text.match(/\s+|\/(?:\\.|[^/\\])+\/[a-z]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[\w$]+|-?\d+|[^\s]/g)?.filter((word) => word.trim()) ?? [];
  let at = 0;
  const fail = (wanted) => {
    throw Object.assign(new Error(`this locator does not parse: ${wanted} is missing before ${words[at] ?? 'the end'}`), {
      hint: "write it as in a test: getByRole('button', { name: 'Pay' })",
    });
  };
  const take = (wanted) => (words[at] === wanted ? (at += 1, true) : false);
  const expect = (wanted) => take(wanted) || fail(wanted);
  const value = () => {
    const word = words[at];
    if (word === undefined) fail('a value');
    if (/^["']/.test(word)) {
      at += 1;
      return word.slice(1, -1).replace(/\\(.)/g, '$1');
    }
    const regex = /^\/(.+)\/([a-z]*)$/.exec(word);
    if (regex) {
      at += 1;
      return new RegExp(regex[1], regex[2]);
    }
    if (take('-')) return -value();
    if (/^\d+$/.test(word)) return (at += 1, Number(word));
    if (word === 'true' || word === 'false') return (at += 1, word === 'true');
    if (take('{')) {
      const object = {};
      while (!take('}')) {
        const name = words[at]?.replace(/^["']|["']$/g, '');
        at += 1;
        expect(':');
        object[name] = value();
        if (!take(',') && words[at] !== '}') fail('}');
      }
      return object;
    }
    return chain();
  };
  const chain = () => {
    take('await');
    if (take('page')) expect('.');
    let found = page;
    do {
      const step = words[at];
      if (!STEPS.has(step)) fail('a step such as getByRole');
      at += 1;
      const given = [];
      expect('(');
      while (!take(')')) {
        given.push(value());
        if (!take(',') && words[at] !== ')') fail(')');
      }
      if (typeof found[step] !== 'function') fail('getBy or locator first');
      found = found[step](...given);
    } while (take('.'));
    return found;
  };
  const locator = chain();
  take(';');
  if (at < words.length) fail('the end');
  return locator;
}
