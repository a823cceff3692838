import { Locator, Page, StillpageError, comparePicture } from '../index-node.js';

/** The text of a template; runners print it as it is. */
export class AriaTemplate {
  constructor(text) {
    this.text = text;
  }
}

/** How runners print templates in their snapshots. */
export const serializer = {
  test: (value) => value instanceof AriaTemplate,
  serialize: (value) => value.text,
  print: (value) => value.text,
};

const isNode = (value) => typeof value === 'object' && value !== null && typeof value.nodeType === 'number';
const isResponse = (value) => typeof value?.text === 'function' && typeof value?.status === 'number';
const isPlaywright = (value) => typeof value?.ariaSnapshot === 'function' && typeof value?.evaluate === 'function';

/**
 * What a matcher looks at: a page, and the part of it. Takes HTML, elements, documents, fragments, pages and locators of
 * stillpage, and what the `render()` of testing-library returns.
 */
export function subjectOf(received) {
  if (received instanceof Page) return { page: received };
  if (received instanceof Locator) return { page: received.page(), target: received };
  if (typeof received === 'string') return { page: Page.fromHTML(received) };
  if (isNode(received)) return { page: Page.fromDocument(received) };
  for (const name of ['container', 'element', 'baseElement']) {
    if (isNode(received?.[name])) return { page: Page.fromDocument(received[name]) };
  }
  throw new TypeError(
    'expected HTML, an element, a document, a Response, the result of render(), or a page or locator of stillpage',
  );
}

/** The same for what has to be waited for: a Response, or a page or locator of Playwright. */
function settled(received) {
  if (received instanceof Page || received instanceof Locator) return null;
  if (isPlaywright(received)) {
    return typeof received.content === 'function'
      ? received.content()
      : received.evaluate((element) => element.outerHTML);
  }
  if (typeof received?.then === 'function') return received.then((value) => settled(value) ?? value);
  return isResponse(received) && !isNode(received) ? received.text() : null;
}

/** The element that a matcher about one element is about. */
function elementOf(received) {
  const { page, target } = subjectOf(received);
  const given = isNode(received) && received.nodeType === 1 ? received : null;
  if (!given && !target) {
    throw new TypeError('this matcher is about one element: pass an element or a locator');
  }
  return { page, target };
}

const words = (element) =>
  `<${element.tag}${element.attributes.id ? ` id=${JSON.stringify(element.attributes.id)}` : ''}> ` +
  `${element.role ?? 'no role'}${element.name ? ` ${JSON.stringify(element.name)}` : ''}`;

function verdict(pass, title, lines) {
  return { pass, message: () => [title, '', ...lines].join('\n') };
}

const shown = (value) => (value instanceof RegExp ? String(value) : JSON.stringify(value));
const fits = (text, wanted) => (wanted instanceof RegExp ? wanted.test(text) : text === wanted);

/** Compares with a template: the verdict, and the text that the template would have to be. */
export function compare(received, template) {
  const { page, target } = subjectOf(received);
  return page.matchAria(template, target ? { target } : {});
}

/** The template that matches, as a runner would store it. */
export function snapshotOf(received) {
  return compare(received, '').updated;
}

/** The verdict on a page that is to look as in a picture; waits where what it gets has to be waited for. */
export function looksAs(received, path, options = {}, policy) {
  const later = settled(received);
  if (later) return later.then((value) => looksAs(value, path, options, policy));
  const { page, target } = subjectOf(received);
  const failure = comparePicture(page, path, { target, ...options }, policy);
  return { pass: failure === null, message: () => failure ?? `The page looks as in ${path}` };
}

const synchronous = {
  toMatchAriaSnapshot(received, template) {
    if (typeof template !== 'string') {
      throw new TypeError('toMatchAriaSnapshot() without a template needs the snapshots of a runner: pass a template');
    }
    const { matches, diff, updated, isEmpty } = compare(received, template);
    if (isEmpty) {
      return verdict(false, 'toMatchAriaSnapshot: the template is empty, so that any page matches it', [
        'The page as a template:',
        updated,
      ]);
    }
    return verdict(
      matches,
      this?.isNot ? 'The page matches the aria snapshot template' : 'The page does not match the aria snapshot template',
      matches ? [template] : [diff, '', 'The page as a template:', updated],
    );
  },

  toBeVisible(received) {
    return byState(this, 'toBeVisible', received, 'visible', (state) => state.visible);
  },

  toBeInViewport(received) {
    return byState(this, 'toBeInViewport', received, 'in the viewport', (state) => state.inViewport);
  },

  toBeClickable(received, options) {
    const { page, target } = elementOf(received);
    const click = page.checkClick(target, { policy: 'playwright', ...options });
    const at = click.point ? ` at ${click.point.x},${click.point.y}` : '';
    const why = click.interceptor ? `${words(click.interceptor)} covers it${at}` : `${click.reason}${at}`;
    return verdict(click.outcome !== 'refused', `toBeClickable: ${words(click.element)}`, [
      click.outcome === 'refused' ? `A click on it would not land: ${why}` : `A click on it would land${at}`,
    ]);
  },

  toHaveAccessibleName(received, name) {
    const element = described(received);
    const pass = name === undefined ? element.name !== '' : fits(element.name, name);
    return verdict(pass, `toHaveAccessibleName: ${words(element)}`, [
      `Expected: ${this?.isNot ? 'not ' : ''}${name === undefined ? 'a name' : shown(name)}`,
      `Received: ${shown(element.name)}`,
    ]);
  },

  toHaveRole(received, role) {
    const element = described(received);
    return verdict(element.role === role, `toHaveRole: ${words(element)}`, [
      `Expected: ${this?.isNot ? 'not ' : ''}${role}`,
      `Received: ${element.role ?? 'no role'}`,
    ]);
  },

  toHaveNoAuditViolations(received, { rules, skip = [] } = {}) {
    const { page, target } = subjectOf(received);
    const findings = page.audit(target ? { target } : {}).filter(
      ({ certainty, rule }) => certainty === 'fails' && !skip.includes(rule) && (!rules || rules.includes(rule)),
    );
    const lines = findings.map(({ rule, impact, message, element }) => `  ${rule} (${impact}) ${words(element)}: ${message}`);
    return verdict(findings.length === 0, `toHaveNoAuditViolations: ${findings.length} found`, lines);
  },
};

function described(received) {
  const { page, target } = elementOf(received);
  return page.element(target);
}

function byState(matcher, name, received, word, holds) {
  const element = described(received);
  return verdict(holds(element.state), `${name}: ${words(element)}`, [
    `Expected: ${matcher?.isNot ? 'not ' : ''}${word}`,
    `Received: ${holds(element.state) ? word : `not ${word}`}`,
  ]);
}

/** The matchers, of which each waits where what it gets has to be waited for. */
export const matchers = Object.fromEntries(
  Object.entries(synchronous).map(([name, matcher]) => [
    name,
    function (received, ...rest) {
      const later = settled(received);
      return later ? later.then((value) => matcher.call(this, value, ...rest)) : matcher.call(this, received, ...rest);
    },
  ]),
);

export { StillpageError, settled };
