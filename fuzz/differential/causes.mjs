// Differences that are known and stay: what a minimal page of theirs looks like, and why they are left.

/**
 * Each: `name`, the `kinds` of findings (all without it), a `pattern` of the HTML of the minimal page, the `reason`. What a pattern
 * leaves room for is not looked at, so each names what its cause needs and no more.
 */
export const CAUSES = [
  {
    name: 'scaled SVG text',
    kinds: ['boxes'],
    pattern: /<svg viewBox[^>]*>.*<text/,
    reason: 'Chromium rounds widths of glyphs at the size at which they are seen; some px of a thousand',
  },
  {
    name: 'annotation without ruby',
    kinds: ['boxes'],
    pattern: /^(?!.*<ruby).*<rt[ >]/ms,
    reason: 'an rt whose parent is no ruby; pages have it by mistake only',
  },
  {
    name: 'columns in columns',
    pattern: /column(s|-count|-width): .*column(s|-count|-width): /s,
    reason: 'where lines of inner columns may be cut depends on the outer ones; docs/fidelity.md, columns',
  },
  {
    name: 'cut flex, grid and table containers',
    pattern: /(columns|column-count|column-width): .*(display: (inline-)?(flex|grid|table)|<table|<fieldset)/s,
    reason: 'docs/fidelity.md: tables, flex and grid containers in columns are not cut',
  },
  {
    name: 'what overflows columns',
    kinds: ['hits'],
    pattern: /(columns|column-count|column-width): /,
    reason: 'Chromium hits the whole width of a column where a line or a box in it overflows its end',
  },
];
