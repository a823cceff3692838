import { invalid } from './error.js';

const ROLE_OPTIONS = ['checked', 'disabled', 'expanded', 'pressed', 'selected', 'level', 'includeHidden'];

/** Ways to find elements of a page; each question looks them up again. */
export class Locator {
  #page;
  #steps;

  constructor(page, steps) {
    this.#page = page;
    this.#steps = steps;
  }

  /** Not for users: its steps. */
  static stepsOf(locator) {
    return locator.#steps;
  }

  #then(step) {
    return new Locator(this.#page, [...this.#steps, step]);
  }

  #ask(name, given) {
    return this.#page.constructor.ask(this.#page, name, { ...given, target: this.#steps });
  }

  page() {
    return this.#page;
  }

  locator(selectorOrLocator) {
    if (selectorOrLocator instanceof Locator) {
      return new Locator(this.#page, [...this.#steps, ...selectorOrLocator.#steps]);
    }
    return this.#then({ by: 'selector', selector: selectorOrLocator });
  }

  filter({ hasText, hasNotText, has, hasNot, visible } = {}) {
    let found = this;
    if (hasText !== undefined) found = found.#then({ by: 'hasText', text: pattern(hasText) });
    if (hasNotText !== undefined) found = found.#then({ by: 'hasNotText', text: pattern(hasNotText) });
    if (has) found = found.#then({ by: 'has', locator: has.#steps });
    if (hasNot) found = found.#then({ by: 'hasNot', locator: hasNot.#steps });
    if (visible !== undefined) found = found.#then({ by: 'visible', visible });
    return found;
  }

  and(other) {
    return this.#then({ by: 'and', locator: other.#steps });
  }

  or(other) {
    return this.#then({ by: 'or', locator: other.#steps });
  }

  nth(number) {
    return this.#then({ by: 'nth', number });
  }

  first() {
    return this.nth(0);
  }

  last() {
    return this.nth(-1);
  }

  count() {
    return this.#ask('count');
  }

  all() {
    return Array.from({ length: this.count() }, (_, at) => this.nth(at));
  }

  /** What there is to know of its one element. */
  element() {
    return this.#ask('element');
  }

  #state() {
    return this.element().state;
  }

  boundingBox() {
    return this.element().box;
  }

  isVisible() {
    return this.count() > 0 && this.#state().visible;
  }

  isHidden() {
    return !this.isVisible();
  }

  isInViewport() {
    return this.#state().inViewport;
  }

  isEnabled() {
    return this.#state().enabled;
  }

  isDisabled() {
    return !this.isEnabled();
  }

  isChecked() {
    const { checked } = this.#state();
    if (checked === null) throw invalid('it is neither a checkbox nor a radio button', 'find one by its role');
    return checked;
  }

  inputValue() {
    const { value } = this.#state();
    if (value === null) throw invalid('it is not an input, textarea or select', 'find one by its label');
    return value;
  }

  textContent() {
    return this.#state().textContent;
  }

  allTextContents() {
    return this.#ask('elements').map((element) => element.state.textContent);
  }

  innerText() {
    return this.#ask('innerText');
  }

  getAttribute(name) {
    const { attributes } = this.element();
    return Object.hasOwn(attributes, name) ? attributes[name] : null;
  }

  ref() {
    return this.element().ref;
  }

  role() {
    return this.element().role;
  }

  accessibleName() {
    return this.element().name;
  }

  accessibleDescription() {
    return this.element().description;
  }

  ariaSnapshot(options = {}) {
    return this.#ask('ariaSnapshot', { mode: 'default', ...options });
  }

  matchAria(template) {
    return this.#ask('matchAria', { template });
  }

  checkClick(options = {}) {
    return this.#ask('check', options);
  }

  #act(name, given) {
    return this.#page.constructor.act(this.#page, name, { ...given, target: this.#steps });
  }

  click() {
    return this.#act('click');
  }

  dblclick() {
    return this.#act('dblclick');
  }

  hover() {
    return this.#act('hover');
  }

  fill(text) {
    return this.#act('fill', { text: String(text) });
  }

  clear() {
    return this.fill('');
  }

  pressSequentially(text) {
    return this.#act('type', { text: String(text) });
  }

  press(key) {
    return this.#act('press', { key });
  }

  selectOption(values) {
    const options = [values].flat().map((value) => (typeof value === 'string' ? value : (value.value ?? value.label)));
    return this.#act('select', { options });
  }

  setChecked(checked) {
    return this.#act('check', { checked });
  }

  check() {
    return this.setChecked(true);
  }

  uncheck() {
    return this.setChecked(false);
  }

  submit() {
    return this.#act('submit');
  }

  dragTo(target) {
    return this.#act('drag', { to: target.#steps });
  }
}

/** Adds `getByRole` and its kin to a class. */
export function getBy(prototype, then) {
  const methods = {
    getByRole(role, options = {}) {
      const step = { by: 'role', role };
      if (options.name !== undefined) step.name = pattern(options.name, options.exact);
      for (const name of ROLE_OPTIONS) if (options[name] !== undefined) step[name] = options[name];
      return then(this, step);
    },
    getByTestId(id) {
      return then(this, { by: 'testId', text: pattern(id) });
    },
  };
  for (const [method, by] of Object.entries({
    getByText: 'text',
    getByLabel: 'label',
    getByPlaceholder: 'placeholder',
    getByAltText: 'altText',
    getByTitle: 'title',
  })) {
    methods[method] = function (text, options = {}) {
      return then(this, { by, text: pattern(text, options.exact) });
    };
  }
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
  }
}
getBy(Locator.prototype, (locator, step) => new Locator(locator.page(), [...Locator.stepsOf(locator), step]));

function pattern(text, exact = false) {
  if (Object.prototype.toString.call(text) === '[object RegExp]') return { regex: text.source, flags: text.flags };
  if (typeof text !== 'string') throw new TypeError('a text is a string or a RegExp');
  return exact ? { exact: text } : { text };
}

/** A target as the engine takes it: a ref, a selector, or the steps of a locator. */
export function targetOf(target) {
  if (target instanceof Locator) return Locator.stepsOf(target);
  if (typeof target !== 'string') throw new TypeError('a target is a ref, a selector or a Locator');
  return target;
}
