// The page of the playground: what is asked of the engine in the worker, and where the answers are shown.
import { $, make, tabs } from './dom.js';
import { EXAMPLES, LARGE, largePage } from './examples.js';
import { Lines } from './lines.js';
import { PagePicture } from './picture.js';
import { fromFragment, toFragment } from './share.js';

/** Limit: characters of a source that the editor shows. */
const MAX_EDITED = 2_000_000;
/** Limit: bytes of a file. */
const MAX_FILE = 256 << 20;

const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
const waiting = new Map();
let count = 0;
const ready = new Promise((done) => waiting.set(0, { done, failed: () => {} }));

/** A question to the engine. */
function ask(name, given) {
  const id = (count += 1);
  return new Promise((done, failed) => {
    waiting.set(id, { done, failed });
    worker.postMessage({ id, name, given });
  });
}
worker.onmessage = ({ data: { id, value, error } }) => {
  const { done, failed } = waiting.get(id) ?? {};
  waiting.delete(id);
  if (error) failed?.(Object.assign(new Error(error.message), error));
  else done?.(value);
};
worker.onerror = () => fail(new Error('The engine does not start. Open this page from a file server, in a browser of 2023 or later.'));

const lines = new Lines($('lines'));
const picture = new PagePicture($('picture'), $('sheet'), (number) => ask('part', { number }));
const showPanel = tabs($('tab-element').parentElement);
tabs($('tab-picture').parentElement, (id) => id === 'tab-html' && fillSource());

let chosen = null;
let version = 0;
let moments = null;
let isSourceStale = true;

function fail(error) {
  $('error').hidden = false;
  $('error').textContent = error.hint ? `${error.message}\n${error.hint}` : error.message;
  $('status').textContent = 'Not done';
}

/** Does something that may fail, with a word on what is going on. */
async function doing(what, work) {
  $('status').textContent = `${what}…`;
  $('error').hidden = true;
  const start = performance.now();
  try {
    await work();
    if ($('status').textContent.endsWith('…')) $('status').textContent = `Done in ${Math.round(performance.now() - start)} ms`;
  } catch (error) {
    fail(error);
  }
}

const value = (name) => document.querySelector(`input[name=${name}]:checked`).value;

function device() {
  const own = value('device') === 'phone' ? { device: 'iPhone 15' } : {};
  return value('scheme') === 'dark' ? { ...own, colorScheme: 'dark' } : own;
}

function viewOptions() {
  const budget = Number($('budget').value);
  return { kind: $('kind').value, modal: $('modal').checked ? 'drop' : 'mark', maxTokens: budget > 0 ? Math.round(budget) : undefined };
}

/** Shows what the engine has rendered. */
async function shown(about, { keep = true } = {}) {
  version += 1;
  const own = version;
  isSourceStale = true;
  if (!keep) choose(null);
  $('page-name').textContent = about.title || 'Untitled page';
  $('back').disabled = !about.canGoBack;
  showMoments(about);
  await showText();
  if (own !== version) return;
  $('status').textContent = 'Drawing…';
  const drawn = await ask('picture');
  if (own !== version) return;
  picture.set(drawn);
  choose(lines.mark(chosen, { chosen: true }) ? chosen : null);
  if (!$('panel-html').hidden && document.activeElement !== $('source')) await fillSource();
  const [warning] = about.warnings;
  $('status').textContent = `${drawn.refs.length.toLocaleString('en')} boxes${warning ? `; ${warning}` : ''}`;
}

async function showText() {
  const options = viewOptions();
  $('view-name').textContent = $('kind').selectedOptions[0].textContent;
  const { text, tokens } = await ask('text', options);
  lines.set(text);
  $('copy').onclick = async () => {
    await navigator.clipboard.writeText(text);
    $('status').textContent = 'Copied';
  };
  $('tokens').textContent = `${tokens.toLocaleString('en')} tokens`;
}

function showMoments(about) {
  moments = about.moments;
  $('moments').hidden = !moments;
  if (!moments) return;
  if ($('moment').length !== moments.length) {
    $('moment').replaceChildren(...moments.map(({ id, time, action }) => {
      const what = action ? [action.method, action.locator, action.value && `“${action.value}”`].filter(Boolean).join(' ') : '';
      return new Option(`${(time / 1000).toFixed(1)} s  ${what || id}`.slice(0, 120), id);
    }));
  }
  $('moment').value = about.at;
  const at = $('moment').selectedIndex;
  $('earlier').disabled = at <= 0;
  $('later').disabled = at >= moments.length - 1;
  $('moment-said').textContent = `${at + 1} of ${moments.length}${moments[at]?.error ? `; failed: ${moments[at].error}` : ''}`;
}

async function fillSource() {
  if (!isSourceStale) return;
  const { html } = await ask('source');
  const isEditable = html !== null && html.length <= MAX_EDITED;
  $('source').value = isEditable ? html : '';
  $('source').readOnly = !isEditable;
  $('source').placeholder = isEditable ? 'Paste HTML here' : html === null ? 'A moment of a recording has no source.' : 'The source is too long to be edited here.';
  isSourceStale = false;
}

const open = (given, what = 'Opening') =>
  doing(what, async () => {
    await ready;
    await shown(await ask('open', { ...given, device: device() }), { keep: false });
  });

async function openFiles(list) {
  const files = [...list];
  if (!files.length) return;
  if (files.some(({ size }) => size > MAX_FILE)) return fail(new Error('A file of more than 256 MB is too large for this page. Use the command line.'));
  $('moment').replaceChildren();
  const read = files.map(async (file) => ({ name: file.webkitRelativePath || file.name, bytes: await file.arrayBuffer() }));
  await open({ files: await Promise.all(read) }, `Reading ${files[0].name}`);
}

/** Shows what is known of an element. */
function choose(ref) {
  chosen = ref;
  picture.mark('chosen', ref);
  $('actions').hidden = !ref;
  $('said').replaceChildren();
  if (!ref) return $('element').replaceChildren(make('p', 'quiet', 'Choose a line or a box. Arrow keys move through the snapshot, Enter clicks.'));
  const own = version;
  ask('element', { ref }).then((element) => {
    if (own !== version || chosen !== ref) return;
    const { box, state } = element;
    const facts = [make('b', '', `${element.role ?? element.tag}${element.name ? ` “${element.name}”` : ''}`), make('code', 't-ref', ref)];
    const fact = (name, text) => facts.push(make('span', '', `${name} `, make('code', '', String(text))));
    fact('tag', element.tag);
    if (box) fact('box', [box.x, box.y, box.width, box.height].map((side) => Math.round(side)).join(', '));
    if (element.description) fact('description', element.description);
    if (state.value !== null) fact('value', state.value || 'empty');
    if (state.checked !== null) fact('checked', state.checked);
    facts.push(make('span', '', [state.visible ? 'visible' : 'not visible', state.inViewport ? 'in the window' : 'outside the window', state.enabled ? '' : 'disabled'].filter(Boolean).join(', ')));
    $('element').replaceChildren(...facts);
    $('typing').hidden = state.value === null || ['checkbox', 'radio', 'button'].includes(element.role);
    if (document.activeElement !== $('typed')) $('typed').value = state.value ?? '';
  }, fail);
}

/** Acts on the page; what it says stays until the next choice. */
function act(action, ref, more) {
  return doing('Acting', async () => {
    let done;
    try {
      done = await ask('act', { action, ref, value: more });
    } catch (error) {
      if (error.code === 'internal') throw error;
      say('bad', error.hint ? `${error.message}\n${error.hint}` : error.message);
      $('status').textContent = 'The page did not take it';
      return;
    }
    await shown(done.about);
    say('', done.said.join('\n'));
  });
}

function say(name, ...text) {
  showPanel('tab-element');
  $('said').replaceChildren(make('div', name, ...text));
}

async function check() {
  const ref = chosen;
  await doing('Checking', async () => {
    const found = await ask('check', { ref });
    if (found.ok) return say('good', `A click on ${ref} would land.`);
    const by = found.interceptor;
    const other = by && make('button', '', `Show ${by.ref ?? by.tag}`);
    if (other) other.onclick = () => by.ref && (lines.mark(by.ref, { chosen: true }), choose(by.ref));
    const who = by ? `: ${by.role ?? by.tag}${by.name ? ` “${by.name}”` : ''} is in the way` : '';
    say('bad', `A click on ${ref} would not land (${found.reason})${who}. `, ...(by?.ref ? [other] : []));
  });
}

/** A list of results, each of which chooses its element. */
function list(host, { total, results }, said, what) {
  host.replaceChildren(...results.map(({ ref, role, tag, name, text }) => {
    const button = make('button', '', make('code', '', ref ?? '–'), make('span', '', text ?? `${role ?? tag}${name ? ` “${name}”` : ''}`));
    button.type = 'button';
    button.onclick = () => ref && (lines.mark(ref, { chosen: true }), choose(ref));
    button.onmouseenter = button.onfocus = () => picture.mark('over', ref);
    return make('li', '', button);
  }));
  said.textContent = `${total === 1 ? `1 ${what}` : `${total} ${what}s`}${total > results.length ? `, the first ${results.length} are shown` : ''}`;
  picture.markFound(results.map(({ ref }) => ref).filter(Boolean));
}

function showComparison({ text, counts, rows, total }) {
  const [added, removed, changed, moved] = counts;
  const healed = rows.filter(({ outcome }) => outcome !== 'gone').length;
  $('compared').textContent = `${added} added, ${removed} removed, ${changed} changed, ${moved} moved. ${healed} of ${rows.length} refs are found again${total > rows.length ? ` (the first ${rows.length} of ${total})` : ''}.`;
  const mark = { '+': 'plus', '-': 'minus', '~': 'tilde' };
  $('difference').hidden = !text.trim();
  $('difference').replaceChildren(...text.split('\n').slice(0, 2000).map((line) => make('div', mark[line[0]] ?? '', line || '\u00a0')));
  const table = make('table', '');
  const head = table.createTHead().insertRow();
  for (const name of ['Ref', 'Element', 'Outcome', 'Why']) head.append(Object.assign(make('th', '', name), { scope: 'col' }));
  const body = table.createTBody();
  for (const { ref, before, outcome, reason } of rows) {
    const row = body.insertRow();
    row.append(make('td', '', make('code', '', ref)), make('td', '', `${before?.role ?? before?.tag ?? ''}${before?.name ? ` “${before.name}”` : ''}`), make('td', outcome === 'gone' ? 'bad' : 'good', outcome), make('td', '', reason));
  }
  $('healed').replaceChildren(table);
}

async function share() {
  await doing('Packing', async () => {
    const { html } = await ask('source');
    if (html === null) throw new Error('A recording does not fit into an address. Share its file instead.');
    const state = { html, device: value('device'), scheme: value('scheme'), kind: $('kind').value, modal: $('modal').checked, budget: $('budget').value, second: $('second').value, ref: chosen };
    history.replaceState(null, '', await toFragment(state));
    try {
      await navigator.clipboard.writeText(location.href);
      $('status').textContent = 'The address is copied';
    } catch {
      $('status').textContent = 'The address bar has it';
    }
  });
}

async function restore(state) {
  for (const name of ['device', 'scheme']) {
    const radio = [...document.querySelectorAll(`input[name=${name}]`)].find((radio) => radio.value === state[name]);
    if (radio) radio.checked = true;
  }
  if ([...$('kind').options].some((option) => option.value === state.kind)) $('kind').value = state.kind;
  $('modal').checked = state.modal === true;
  $('budget').value = state.budget ?? '';
  $('second').value = state.second ?? '';
  $('example').value = '';
  await open({ html: String(state.html ?? '') });
  if (typeof state.ref === 'string' && lines.mark(state.ref, { chosen: true })) choose(state.ref);
}

// What is pointed at.
lines.addEventListener('over', ({ detail }) => (lines.markInPlace(detail), picture.mark('over', detail)));
lines.addEventListener('choose', ({ detail }) => choose(detail));
lines.addEventListener('act', ({ detail }) => detail && act('click', detail));
picture.addEventListener('over', ({ detail }) => (picture.mark('over', detail, { move: false }), lines.mark(detail)));
picture.addEventListener('choose', ({ detail }) => {
  if (!detail) return;
  lines.mark(detail, { chosen: true });
  choose(detail);
  if ($('acting').checked) act('click', detail);
});

// What is set.
for (const radio of document.querySelectorAll('input[type=radio]')) {
  radio.addEventListener('change', () => doing('Rendering', async () => shown(await ask('device', { device: device() }))));
}
for (const id of ['kind', 'modal', 'budget']) {
  $(id).addEventListener('change', () => doing('Writing', async () => {
    await showText();
    lines.mark(chosen, { chosen: true });
  }));
}
const step = (by) => {
  $('moment').selectedIndex += by;
  $('moment').dispatchEvent(new Event('change'));
};
$('earlier').onclick = () => step(-1);
$('later').onclick = () => step(1);
$('moment').onchange = () => doing('Rendering', async () => shown(await ask('moment', { at: $('moment').value })));

// What is done.
$('back').onclick = () => doing('Going back', async () => shown(await ask('back')));
$('click').onclick = () => act('click', chosen);
$('check').onclick = check;
$('typing').onsubmit = (event) => {
  event.preventDefault();
  act('fill', chosen, { text: $('typed').value });
};
$('query').onsubmit = (event) => {
  event.preventDefault();
  doing('Searching', async () => list($('results'), await ask('find', { how: $('how').value, query: $('wanted').value }), $('found'), 'element'));
};
$('how').onchange = () => {
  $('wanted').placeholder = { selector: "getByRole('button')", text: 'text, or /pattern/i', words: 'the Pay button' }[$('how').value];
};
$('compare').onsubmit = (event) => {
  event.preventDefault();
  doing('Comparing', async () => showComparison(await ask('compare', { html: $('second').value })));
};
$('take').onclick = () => doing('Copying', async () => ($('second').value = (await ask('source')).html ?? ''));
$('audit').onclick = () => doing('Auditing', async () => list($('findings'), await ask('audit'), $('audited'), 'problem'));
$('share').onclick = share;

// What is opened.
let typing = 0;
$('source').addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(() => doing('Rendering', async () => {
    await shown(await ask('edit', { html: $('source').value }));
    isSourceStale = false;
  }), 300);
});
$('open').onclick = () => $('file').click();
$('file').onchange = () => openFiles($('file').files);
addEventListener('dragover', (event) => {
  event.preventDefault();
  document.body.classList.add('dropping');
});
addEventListener('dragleave', (event) => event.relatedTarget ?? document.body.classList.remove('dropping'));
addEventListener('drop', (event) => {
  event.preventDefault();
  document.body.classList.remove('dropping');
  openFiles(event.dataTransfer.files);
});
addEventListener('paste', (event) => {
  if (event.target.closest?.('input, textarea')) return;
  const text = event.clipboardData.getData('text/plain');
  if (text.trim()) open({ html: text });
});
$('example').replaceChildren(new Option('—', ''), ...[...Object.keys(EXAMPLES), LARGE].map((name) => new Option(name)));
$('example').onchange = () => {
  const name = $('example').value;
  if (name) open({ html: name === LARGE ? largePage() : EXAMPLES[name] });
};
const fromAddress = async () => {
  const state = await fromFragment(location.hash);
  if (state) await restore(state);
  return Boolean(state);
};
addEventListener('hashchange', () => fromAddress().catch(() => fail(new Error('This address does not hold a page. It may have been cut.'))));

try {
  if (!(await fromAddress())) throw null;
} catch (error) {
  const [[name, html]] = Object.entries(EXAMPLES);
  $('example').value = name;
  await open({ html });
  if (error) fail(new Error('This address does not hold a page. It may have been cut.'));
}
