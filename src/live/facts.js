// What only a script in the frame can read; elements go by their number. See FrameFacts in src/capture/recording.rs.
((properties, few, withHits) => {
  const elements = [], numbers = new Map(), stack = [];
  const push = parent => {
    for (let child = parent.lastElementChild; child; child = child.previousElementSibling) stack.push(child);
  };
  push(document);
  while (stack.length) {
    const element = stack.pop();
    numbers.set(element, elements.length);
    elements.push(element);
    push(element);
    if (element.shadowRoot) push(element.shadowRoot);
  }
  const matches = (element, selector) => {
    try { return element.matches(selector); } catch { return false; }
  };
  const sheetsOf = (root, host) => [...(root.adoptedStyleSheets ?? [])].filter(sheet => !sheet.disabled)
    .map(sheet => ({ host, text: [...sheet.cssRules].map(rule => rule.cssText).join('\n') }));
  const facts = {
    tags: [], rects: [], styles: [], modal: [], popover: [], indeterminate: [], natural: [],
    sheets: sheetsOf(document, null), templates: [], focus: null, geometry: [], backdrops: [],
  };
  // Used values, as `position` leaves them; a fixed box is placed in the window, others in the page.
  const backdropOf = (element, number) => {
    const { display, visibility, pointerEvents, position, left, top, width, height } = getComputedStyle(element, '::backdrop');
    const numbers = [left, top, width, height].map(parseFloat);
    if (display === 'none' || visibility !== 'visible' || pointerEvents === 'none' || !numbers.every(Number.isFinite)) return;
    if (position !== 'fixed') { numbers[0] -= scrollX; numbers[1] -= scrollY; }
    facts.backdrops.push([number, ...numbers]);
  };
  elements.forEach((element, number) => {
    facts.tags.push(element.localName);
    const rects = element.getClientRects(), numbersOfRects = [];
    for (const { x, y, width, height } of rects) numbersOfRects.push(x, y, width, height);
    facts.rects.push(numbersOfRects);
    // What is skipped (a closed details) has rectangles, but no boxes in the snapshot.
    if (!rects.length || !element.checkVisibility()) {
      const style = getComputedStyle(element);
      const wanted = style.display === 'contents' ? properties : properties.slice(0, few);
      facts.styles.push({ element: number, values: wanted.map(name => style.getPropertyValue(name)) });
      if (style.display !== 'contents') {
        for (const pseudo of ['::before', '::after']) {
          const own = getComputedStyle(element, pseudo);
          if (own.content === 'none' || own.content === 'normal') continue;
          facts.styles.push({ element: number, pseudo, values: properties.slice(0, few).map(name => own.getPropertyValue(name)) });
        }
      }
    }
    switch (element.localName) {
      case 'dialog': if (matches(element, ':modal')) { facts.modal.push(number); backdropOf(element, number); } break;
      case 'input': if (element.indeterminate) facts.indeterminate.push(number); break;
      case 'img': if (element.naturalWidth || element.naturalHeight) facts.natural.push([number, element.naturalWidth, element.naturalHeight]); break;
      case 'video': if (element.videoWidth) facts.natural.push([number, element.videoWidth, element.videoHeight]); break;
      case 'template': if (typeof element.innerHTML === 'string') facts.templates.push([number, element.innerHTML]); break;
    }
    if (element.popover && matches(element, ':popover-open')) { facts.popover.push(number); backdropOf(element, number); }
    if (element.shadowRoot) facts.sheets.push(...sheetsOf(element.shadowRoot, number));
  });
  let focus = document.activeElement;
  while (focus?.shadowRoot?.activeElement) focus = focus.shadowRoot.activeElement;
  if (focus && focus !== document.body && focus !== document.documentElement) {
    facts.focus = numbers.get(focus) ?? null;
  }
  const scrolling = document.scrollingElement ?? document.documentElement;
  facts.geometry = [scrollX, scrollY, scrolling?.scrollWidth ?? 0, scrolling?.scrollHeight ?? 0, innerWidth, innerHeight];
  if (withHits) {
    const numberOf = element => numbers.get(element) ?? null;
    facts.hits = [];
    for (let y = 15; y < innerHeight; y += 30) {
      for (let x = 20; x < innerWidth; x += 40) facts.hits.push([x, y, numberOf(document.elementFromPoint(x, y))]);
    }
    const clickable = 'a[href],button,input:not([type=hidden]),select,textarea,summary,[role=button],[role=link],[role=checkbox],[role=tab],[role=menuitem],[role=option],[tabindex]';
    facts.centers = [];
    for (const element of document.querySelectorAll(clickable)) {
      const box = element.getBoundingClientRect();
      const x = box.x + box.width / 2, y = box.y + box.height / 2;
      if (box.width <= 0 || box.height <= 0 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
      const hit = document.elementFromPoint(x, y);
      const strict = !!hit && (element === hit || element.contains(hit));
      const label = hit && hit.closest('label');
      const lineage = !hit || strict || hit.contains(element) || (!!label && label.control === element)
        || [...(element.labels ?? [])].some(own => own.contains(hit));
      facts.centers.push([numberOf(element), strict, lineage]);
    }
  }
  return JSON.stringify(facts);
})
