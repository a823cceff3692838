// Small helpers for the document.

export const $ = (id) => document.getElementById(id);

/** An element with a class and what is in it. */
export function make(tag, name, ...inside) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.append(...inside);
  return made;
}

/** Makes a tab list work with the pointer and with arrow keys. */
export function tabs(list, chosen) {
  const all = [...list.querySelectorAll('[role=tab]')];
  const choose = (tab) => {
    for (const other of all) {
      other.setAttribute('aria-selected', String(other === tab));
      other.tabIndex = other === tab ? 0 : -1;
      $(other.getAttribute('aria-controls')).hidden = other !== tab;
    }
    chosen?.(tab.id);
  };
  list.addEventListener('click', ({ target }) => all.includes(target) && choose(target));
  list.addEventListener('keydown', (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const next = all[(all.indexOf(document.activeElement) + by + all.length) % all.length];
    choose(next);
    next.focus();
    event.preventDefault();
  });
  return (id) => choose($(id));
}
