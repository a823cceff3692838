// Restores the state in the `data-frozen-*` attributes of one frame.
(() => {
  const roots = [document];
  for (const root of roots) for (const element of root.querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot);
  const each = (selector, action) => {
    for (const root of roots) for (const element of root.querySelectorAll(selector)) try { action(element); } catch { /* as far as it goes */ }
  };
  const number = (element, name) => Number(element.getAttribute(name)) || 0;
  each('dialog[data-frozen-modal]', dialog => { dialog.removeAttribute('open'); dialog.showModal(); });
  each('[data-frozen-popover-open]', element => {
    const name = CSS.escape(element.id);
    const source = element.getRootNode().querySelector(`[data-frozen-invoker]:is([popovertarget="${name}"], [commandfor="${name}"])`);
    element.showPopover(source ? { source } : {});
  });
  each('[data-frozen-indeterminate]', input => { input.indeterminate = true; });
  const html = document.documentElement;
  const left = html ? number(html, 'data-frozen-scroll-x') : 0, top = html ? number(html, 'data-frozen-scroll-y') : 0;
  if (left || top) scrollTo({ left, top, behavior: 'instant' });
  each('[data-frozen-scroll-top], [data-frozen-scroll-left]', element => {
    element.scrollTo({ left: number(element, 'data-frozen-scroll-left'), top: number(element, 'data-frozen-scroll-top'), behavior: 'instant' });
  });
  each('[data-frozen-focus]', element => element.focus({ preventScroll: true }));
  return true;
})()
