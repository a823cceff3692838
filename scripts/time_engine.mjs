// Times the parser, style and layout of Chromium's engine on its main thread, from Chromium's own trace.
//
//   NODE_PATH=node_modules node scripts/time_engine.mjs
//
// Reads lines `ROUNDS PATH` and answers each with a line of JSON: the medians of `parse`, `style` and `layout` over as many loads of
// the page in one warm tab, in milliseconds of CPU. Each moment counts for the innermost event around it; style sheets in the page are
// read while it is parsed, and what scripts and requests take counts for none. Nothing is loaded that is not beside the page.
import { createInterface } from 'node:readline';
import { dirname, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch } from './open.mjs';

/** What the names of events count for; time in any other event counts for the event around it. */
const KINDS = new Map([
  ['ParseHTML', 'parse'],
  ['ParseAuthorStyleSheet', 'style'], ['UpdateLayoutTree', 'style'],
  ['Layout', 'layout'],
  // What is asked for from the network, and scripts.
  ['HTMLDocumentParser::MaybeFetchQueuedPreloads', 'other'],
  ['EvaluateScript', 'other'], ['FunctionCall', 'other'], ['RunMicrotasks', 'other'], ['v8.compile', 'other'],
]);

const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, offline: true });
const page = await context.newPage();
let folder = '';
await page.route('**/*', route => {
  const url = route.request().url();
  return url.startsWith(folder) || url === 'about:blank' ? route.continue() : route.abort();
});
const devtools = await browser.newBrowserCDPSession();
const events = [];
devtools.on('Tracing.dataCollected', ({ value }) => events.push(...value.filter(event => event.ph === 'X' && KINDS.has(event.name))));

/** Loads a page once and returns the milliseconds of CPU of each kind. */
async function load(url) {
  await page.goto('about:blank');
  events.length = 0;
  const traceConfig = { recordMode: 'recordAsMuchAsPossible', includedCategories: ['devtools.timeline'], excludedCategories: ['*'] };
  await devtools.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  await page.goto(url);
  // The first frame lays out what the end of the load has not.
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done))));
  const complete = new Promise(done => devtools.once('Tracing.tracingComplete', done));
  await devtools.send('Tracing.end');
  await complete;
  return mainThread();
}

/** The time of each kind on the thread that has most of it. */
function mainThread() {
  const threads = new Map();
  for (const event of events) {
    const thread = `${event.pid}:${event.tid}`;
    threads.set(thread, [...(threads.get(thread) ?? []), event]);
  }
  const times = [...threads.values()].map(innermost);
  const engine = time => time.parse + time.style + time.layout;
  return times.sort((a, b) => engine(b) - engine(a))[0] ?? { parse: 0, style: 0, layout: 0, other: 0 };
}

/** Milliseconds of each kind of one thread's events, without those of the events inside. */
function innermost(list) {
  const time = { parse: 0, style: 0, layout: 0, other: 0 };
  const open = [];
  for (const { name, tts, tdur } of list.sort((a, b) => a.tts - b.tts || b.tdur - a.tdur)) {
    while (open.length && open.at(-1).end <= tts) open.pop();
    const kind = KINDS.get(name);
    time[kind] += tdur / 1000;
    if (open.length) time[open.at(-1).kind] -= tdur / 1000;
    open.push({ kind, end: tts + tdur });
  }
  return time;
}

const median = numbers => numbers.sort((a, b) => a - b)[numbers.length >> 1];

for await (const line of createInterface({ input: process.stdin })) {
  const [, rounds, path] = line.match(/^(\d+) (.*)$/);
  folder = pathToFileURL(dirname(path) + sep).href;
  const url = pathToFileURL(path).href;
  await load(url);
  const times = [];
  while (times.length < Number(rounds)) times.push(await load(url));
  const answer = Object.fromEntries(['parse', 'style', 'layout'].map(kind => [kind, median(times.map(time => time[kind]))]));
  console.log(JSON.stringify(answer));
}
await browser.close();
