/** Accessibility snapshots, locators, boxes and clicks of a page, without a browser. */

/** The name of an ARIA role, such as `button`. */
export type Role = string;

export interface DeviceOptions {
  /** Playwright's name of a device, such as `"iPhone 15"`; the options below override it. */
  device?: string;
  /** The window in CSS px; 1280 by 720 unless `device` sets it. */
  viewport?: { width: number; height: number };
  deviceScaleFactor?: number;
  isMobile?: boolean;
  hasTouch?: boolean;
  colorScheme?: 'light' | 'dark';
  reducedMotion?: 'reduce' | 'no-preference';
  /** A BCP 47 tag; `en-US` by default. */
  locale?: string;
  /** How far the page is scrolled down, CSS px. */
  scrollY?: number;
}

/** A file: text, or bytes. */
export type FileContent = string | Uint8Array | ArrayBuffer;

/** Files of a page by address, relative ones to the page's own; or a function that finds them by absolute address. */
export type Files =
  | Record<string, FileContent>
  | ReadonlyMap<string, FileContent>
  | ((url: string) => FileContent | null | undefined);

export interface PageOptions extends DeviceOptions {
  /** The address of the page, which relative addresses in it are resolved against. */
  url?: string;
  /** The style sheets, images and frames that the page refers to. Nothing is fetched. */
  files?: Files;
}

export interface HTMLOptions extends PageOptions {
  /** The bytes are a recording that `stillpage capture` made, not a page. */
  recording?: boolean;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** A ref such as `"e7"`, a CSS or Playwright selector, or a locator. */
export type Target = string | Locator;

export interface SnapshotOptions {
  /** `ai` (the default of a page): with refs and generic elements; `default`: what templates are compared with. */
  mode?: 'ai' | 'default';
  /** Only this element. */
  ref?: string;
  /** Only this element. */
  target?: Target;
  /** With the box of each element. */
  boxes?: boolean;
  /** Leaves out what is deeper than this many levels. */
  depth?: number;
}

export interface AgentViewOptions {
  boxes?: boolean;
  /** Leaves out what matters least until the text has at most this many tokens. */
  maxTokens?: number;
  /** What to do with elements behind an open modal. */
  modal?: 'mark' | 'drop' | 'off';
  /** Marks text that a person looking at the page does not see. */
  suspicious?: boolean;
}

export interface PictureOptions {
  /** All of the page in place of the window. */
  fullPage?: boolean;
  /** One element. */
  target?: Target;
  /** Pixels per CSS px; by default those of the device. */
  scale?: number;
  /** Leaves transparent what the page does not paint. */
  omitBackground?: boolean;
  /** A folder with the reference fonts; by default those that the system has. */
  fonts?: string;
}

export interface ScreenshotOptions extends PictureOptions {
  /** Also writes it to this file. */
  path?: string;
  /** The format: that of the ending of `path`, or else PNG. WebP is without loss. */
  type?: 'png' | 'webp';
}

export interface ContentOptions {
  /** The main content alone, without navigation, teasers and footers. */
  main?: boolean;
  /** With the comments of readers, where `main` is set. */
  comments?: boolean;
  /** The mistake that is worse, where `main` is set: text that does not belong to it, or text that is left out; `balance` unless given. */
  favor?: 'balance' | 'precision' | 'recall';
}

export interface ElementState {
  visible: boolean;
  inViewport: boolean;
  enabled: boolean;
  focused: boolean;
  /** null for what is neither a checkbox nor a radio button nor a switch. */
  checked: boolean | null;
  indeterminate: boolean;
  /** null for what is no field. */
  value: string | null;
  textContent: string;
}

/** What there is to know of an element. */
export interface ElementDescription {
  /** Its ref in `ariaSnapshot()`; null if it has none. */
  ref: string | null;
  tag: string;
  role: Role | null;
  name: string;
  description: string;
  /** Its `getBoundingClientRect()`; null without a box. */
  box: Box | null;
  attributes: Record<string, string>;
  state: ElementState;
}

/** What a click on an element would do. */
export interface ClickCheck {
  /** It would land. */
  ok: boolean;
  /** `unknown` where boxes are not enough to know: a canvas, a plugin, a frame that was not saved. */
  outcome: 'lands' | 'refused' | 'unknown';
  reason: string | null;
  /** The element that the click would reach instead. */
  interceptor: ElementDescription | null;
  point: Point | null;
  /** A point of the element that nothing covers. */
  freePoint: Point | null;
  element: ElementDescription;
}

export interface ClickOptions {
  /** What counts as landing; `lineage` also takes a label and elements around the target. */
  policy?: 'lineage' | 'playwright';
}

export interface AuditFinding {
  /** The id of the rule, axe-core's where it has one. */
  rule: string;
  impact: 'minor' | 'moderate' | 'serious' | 'critical';
  wcag: string;
  summary: string;
  certainty: 'fails' | 'unknown';
  message: string;
  element: ElementDescription;
}

export interface TemplateMatch {
  matches: boolean;
  /** The template with a mark in front of each line that was not found; empty if it matches. */
  diff: string;
  /** A template that matches, with the patterns of the old one where they match. */
  updated: string;
  /** The template asks for nothing. */
  isEmpty: boolean;
}

export interface SearchOptions {
  maxResults?: number;
  contextChars?: number;
  caseSensitive?: boolean;
  includeHidden?: boolean;
}

export interface SearchResult {
  totalMatches: number;
  truncated: boolean;
  matches: {
    match: string;
    contextBefore: string;
    contextAfter: string;
    selector: string;
    ref: string | null;
    offset: number | null;
    hidden: boolean;
  }[];
}

export interface Extraction<T = unknown> {
  data: T;
  /** Where each value is from, by JSON pointer. */
  sources: Record<string, { from: string; element: ElementDescription | null; property: string | null; confidence: number }>;
  violations: { pointer: string; message: string }[];
}

export interface Metadata {
  title?: string;
  author?: string;
  /** `2025-03-09`, or `2025-03` where the page has no more. */
  datePublished?: string;
  dateModified?: string;
  siteName?: string;
  description?: string;
  language?: string;
  categories?: string[];
  tags?: string[];
  image?: string;
  url?: string;
  license?: string;
  pageType?: string;
}

export interface Difference {
  text: string;
  changes: unknown[];
  /** Added, removed, changed and moved nodes. */
  counts: [number, number, number, number];
}

export interface ToolAnswer {
  text: string;
  /** JSON text in the shape that the command line prints with --json. */
  json: string;
  files: [path: string, text: string][];
  /** The pictures that were asked for, with the package stillpage-screenshot. */
  pictures?: [path: string, bytes: Uint8Array][];
  warnings: string[];
  refusal: unknown;
  exitCode: 0 | 1 | 2;
}

export interface ByRoleOptions {
  name?: string | RegExp;
  exact?: boolean;
  checked?: boolean;
  disabled?: boolean;
  expanded?: boolean;
  pressed?: boolean;
  selected?: boolean;
  level?: number;
  includeHidden?: boolean;
}

export interface FilterOptions {
  has?: Locator;
  hasNot?: Locator;
  hasText?: string | RegExp;
  hasNotText?: string | RegExp;
  visible?: boolean;
}

/** A change of an element. */
export interface Change {
  target: Target;
  setAttribute?: [name: string, value: string];
  removeAttribute?: string;
  setText?: string;
  /** As its last children. */
  insertHtml?: string;
  replaceWith?: string;
  remove?: boolean;
}

/** The ways to begin a locator, of a page and of a locator. */
interface GetBy {
  getByRole(role: Role, options?: ByRoleOptions): Locator;
  getByText(text: string | RegExp, options?: { exact?: boolean }): Locator;
  getByLabel(text: string | RegExp, options?: { exact?: boolean }): Locator;
  getByPlaceholder(text: string | RegExp, options?: { exact?: boolean }): Locator;
  getByAltText(text: string | RegExp, options?: { exact?: boolean }): Locator;
  getByTitle(text: string | RegExp, options?: { exact?: boolean }): Locator;
  getByTestId(id: string | RegExp): Locator;
}

/** A page, rendered. */
export interface Page extends GetBy {
  title(): string;
  url(): string;
  /** What of the page was not read, or left out for its size. */
  warnings(): string[];
  /** The accessibility snapshot, as Playwright's `page.ariaSnapshot({ mode: 'ai' })` prints it. */
  ariaSnapshot(options?: SnapshotOptions): string;
  /** The same as data, in the shape of Playwright's `ariaSnapshotJSON`. */
  ariaTree(options?: SnapshotOptions): unknown;
  /** What an agent should see: the snapshot with notes, marks and a budget. */
  agentView(options?: AgentViewOptions): string;
  /** `document.body.innerText`, or the main content as plain text. */
  text(options?: ContentOptions): string;
  innerText(): string;
  markdown(options?: ContentOptions): string;
  /** The data that a JSON Schema asks for: an object, JSON text, or a schema of zod. */
  extract<T = unknown>(schema: object | string): Extraction<T>;
  /** Title, author, dates, site and the rest of what catalogues ask for, as far as the page has it. */
  metadata(): Extraction<Metadata>;
  audit(options?: { target?: Target }): AuditFinding[];
  /** Compares with an aria snapshot template of Playwright. */
  matchAria(template: string, options?: { target?: Target }): TemplateMatch;
  search(pattern: string | RegExp, options?: SearchOptions): SearchResult;
  /** Every element of a CSS or Playwright selector. */
  find(selector: string): ElementDescription[];
  /** The element that a description in English means. */
  locate(description: string): ElementDescription;
  element(target: Target): ElementDescription;
  /** Whether a click would land, and if not what is in the way. */
  checkClick(target: Target, options?: ClickOptions): ClickCheck;
  /** What is different on a later version of the page. */
  diff(after: Page): Difference;
  /** A picture of the boxes with their refs, as SVG. */
  view(): string;
  /**
   * The page in pixels, as Chromium shows it: the bytes of a PNG or WebP file. In Node, Bun and Deno, with the package
   * stillpage-screenshot, which is imported before the page is loaded.
   */
  screenshot(options?: ScreenshotOptions): Uint8Array;
  /** A command of the command line about this page, by its name and the names of its options. */
  tool(name: string, options?: Record<string, unknown>): ToolAnswer;
  locator(selector: string): Locator;
  /** Presses a key where the focus is, by Playwright's name for it. */
  press(key: string): Effect[];
  /** Turns the wheel where the pointer is: CSS pixels to the right and down. */
  scrollBy(right: number, down: number): Effect[];
  /** Changes the tree, as a script would, and renders it again; elements keep the refs that a session gave them. */
  mutate(changes: Change[]): void;
  /** Gives its memory back; otherwise the garbage collector does at some time. */
  free(): void;
  [Symbol.dispose](): void;
}

export const Page: {
  /** A page from markup, or from the bytes of an HTML or MHTML file. */
  fromHTML(html: string | Uint8Array | ArrayBuffer, options?: HTMLOptions): Page;
  /**
   * A page from a document of jsdom, happy-dom or a browser, or from an element or fragment of one, which then is what snapshots
   * show. Form state, open shadow roots and adopted style sheets come along.
   */
  fromDocument(node: Document | Element | DocumentFragment | ShadowRoot, options?: PageOptions): Page;
  readonly prototype: Page;
};

/** Ways to find elements of a page; each question looks them up again. What asks for one element is strict. */
export interface Locator extends GetBy {
  page(): Page;
  locator(selectorOrLocator: string | Locator): Locator;
  filter(options: FilterOptions): Locator;
  and(other: Locator): Locator;
  or(other: Locator): Locator;
  nth(number: number): Locator;
  first(): Locator;
  last(): Locator;
  count(): number;
  all(): Locator[];
  element(): ElementDescription;
  boundingBox(): Box | null;
  /** The element in pixels, see {@link Page.screenshot}. */
  screenshot(options?: Omit<ScreenshotOptions, 'target' | 'fullPage'>): Uint8Array;
  isVisible(): boolean;
  isHidden(): boolean;
  isInViewport(): boolean;
  isEnabled(): boolean;
  isDisabled(): boolean;
  isChecked(): boolean;
  inputValue(): string;
  textContent(): string;
  allTextContents(): string[];
  innerText(): string;
  getAttribute(name: string): string | null;
  ref(): string | null;
  role(): Role | null;
  accessibleName(): string;
  accessibleDescription(): string;
  ariaSnapshot(options?: Omit<SnapshotOptions, 'ref' | 'target'>): string;
  matchAria(template: string): TemplateMatch;
  checkClick(options?: ClickOptions): ClickCheck;
  /** Scrolls the element into view and clicks its middle: the page is the one after it. Refused if a click would not land. */
  click(): Effect[];
  dblclick(): Effect[];
  hover(): Effect[];
  fill(text: string): Effect[];
  clear(): Effect[];
  /** Presses a key for each character. */
  pressSequentially(text: string): Effect[];
  /** Focuses the element and presses a key, by Playwright's name for it: `Enter`, `Control+A`. */
  press(key: string): Effect[];
  selectOption(values: OptionChoice | OptionChoice[]): Effect[];
  setChecked(checked: boolean): Effect[];
  check(): Effect[];
  uncheck(): Effect[];
  /** Sends the form that the element is or is in, by its first submit button. */
  submit(): Effect[];
  dragTo(target: Locator): Effect[];
}

export type OptionChoice = string | { value: string } | { label: string };

/** What an action led to beyond the page: a link that leads elsewhere, a form that is sent. */
export interface Effect {
  effect: string;
  [detail: string]: unknown;
}

export const Locator: { readonly prototype: Locator };

export interface Resolution {
  ref: string;
  outcome: 'exact' | 'reattached' | 'healed';
  proof: string;
  confidence: number;
  reason: string;
  element: ElementDescription;
}

/** Refs that survive re-renders, or are refused with the reason. */
export class Session {
  constructor(options?: { numbering?: 'sequential' | 'stable' });
  static fromBytes(bytes: Uint8Array): Session;
  toBytes(): Uint8Array;
  readonly size: number;
  /** Gives the elements of a page their refs: those that they had on its earlier versions, and new ones. */
  observe(page: Page, options?: { tab?: string }): Observation;
  /** The element that a ref means on a version of the page; throws with code `stale_ref` if there is none any more. */
  resolve(page: Page, ref: string, options?: { tab?: string }): Resolution;
  /** The next page of the tab is a new document. */
  navigate(options?: { tab?: string }): void;
  free(): void;
  [Symbol.dispose](): void;
}

/** A page as a session sees it. */
export interface Observation {
  readonly page: Page;
  refs(): string[];
  element(ref: string): ElementDescription | null;
  ariaSnapshot(): string;
  agentView(options?: AgentViewOptions): string;
  /** A picture of the boxes with their refs, as SVG. */
  view(): string;
  /** A command of the command line about this page, which takes and prints these refs. */
  tool(name: string, options?: Record<string, unknown>): ToolAnswer;
  /** What is different on a later version of the page; elements with the same ref are the same. */
  diff(after: Observation): Difference;
}

/** A moment of a recording at which its page can be looked at. */
export interface RecordedState {
  /** `CALL:before`, `CALL:action` or `CALL:after` in a Playwright trace, `event:N` in a recording of rrweb. */
  id: string;
  /** Milliseconds since the first state. */
  time: number;
  /** The recorder's name for the page, where there are several. */
  page: string;
  url: string;
  action: { method: string; locator: string | null; point: Point | null; value: string | null } | null;
  /** Why the action failed, in the words of the recorder. */
  error: string | null;
}

/** A recording of a session: a Playwright trace, or the events of rrweb. */
export class SessionRecording {
  private constructor();
  /** From a trace.zip, or from JSON with the events of rrweb, gzipped or not. */
  static fromBytes(bytes: Uint8Array | ArrayBuffer): SessionRecording;
  states(): RecordedState[];
  /** The page at a state, the last one unless `at` names it, on the device that it was recorded on unless options override it. */
  page(options?: DeviceOptions & { at?: string }): Page;
  free(): void;
  [Symbol.dispose](): void;
}

/** Every error of stillpage. */
export class StillpageError extends Error {
  readonly code: string;
  /** What to do about it. */
  readonly hint: string;
  readonly details: Record<string, unknown>;
  readonly retryable: boolean;
  readonly exitCode: 1 | 2;
  toJSON(): unknown;
}

/** Compares the text of a snapshot with a template. */
export function matchAriaText(snapshot: string, template: string): TemplateMatch;

/** About how many tokens a text has for a language model. */
export function estimateTokens(text: string): number;

/** The names of the devices that `device` takes. */
export function deviceNames(): string[];

/**
 * A page from a file, a folder with a page, or a recording of Chromium. What was saved beside it is read from its folder, and
 * nothing outside of that. Node, Deno and Bun only.
 */
export function open(path: string | URL, options?: DeviceOptions): Promise<Page>;
