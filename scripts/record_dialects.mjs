// Records what chrome-devtools-mcp and Stagehand themselves print of Chromium's accessibility tree of pages, and what browser-use asks
// Chromium for.
//
//   npm install playwright-core@1.65.1 chrome-devtools-mcp@1.11 @browserbasehq/stagehand@3
//   NODE_PATH=node_modules node scripts/record_dialects.mjs OUT PAGE...
//
// Writes OUT/NAME.chrome-devtools.txt and OUT/NAME.stagehand.txt of page NAME.html, as the code of these packages makes them of the
// browser's answers; frames are left closed. `scripts/print_browser_use.py OUT` makes NAME.browser-use.txt of NAME.protocol.json.gz.
// `scripts/score_dialects.py --expected OUT` compares.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { launch, withPage } from './open.mjs';

const [out, ...pages] = process.argv.slice(2);
const folders = (process.env.NODE_PATH ?? 'node_modules').split(delimiter).map(folder => resolve(folder));
/** A file of an installed package, which need not export it. */
function file(path) {
  const folder = folders.find(folder => existsSync(join(folder, path)));
  if (!folder) throw new Error(`${path} is in no folder of NODE_PATH`);
  return join(folder, path);
}
const load = path => import(pathToFileURL(file(path)).href);

const devtools = 'chrome-devtools-mcp/build/src';
const stagehand = '@browserbasehq/stagehand/dist/esm/lib/v3/understudy/a11y/snapshot';
const { SnapshotFormatter } = await load(`${devtools}/formatters/SnapshotFormatter.js`);
const { a11yForFrame } = await load(`${stagehand}/a11yTree.js`);
const { domMapsForSession } = await load(`${stagehand}/domTree.js`);

/** Puppeteer's class, which the bundle keeps to itself. */
const Accessibility = (() => {
  const bundle = readFileSync(file(`${devtools}/third_party/index.js`), 'utf8');
  const begin = bundle.indexOf('\nclass Accessibility {'), last = bundle.indexOf('\nclass AXNode {', begin);
  return new Function(`${bundle.slice(begin, bundle.indexOf('\n}\n', last) + 3)}\nreturn Accessibility;`)();
})();

/** The text of `take_snapshot`. */
async function takeSnapshot(session) {
  // Puppeteer names the frame, here there is one.
  const client = { send: method => session.send(method) };
  const root = await new Accessibility({ environment: { client } }).snapshot();
  let id = 0;
  const withIds = node => {
    const own = { ...node, id: `1_${id++}` };
    own.children = (node.children ?? []).map(withIds);
    // As TextSnapshot.js does.
    if (node.role === 'option' && node.name) own.value = node.name;
    return own;
  };
  return new SnapshotFormatter({ root: withIds(root) }).toString();
}

async function outline(session) {
  const encode = (_, backend) => `0-${backend}`;
  const { frameTree } = await session.send('Page.getFrameTree');
  const maps = await domMapsForSession(session, frameTree.frame.id, true, encode, true);
  const { outline } = await a11yForFrame(session, undefined, { ...maps, encode: backend => encode(0, backend) });
  return outline;
}

/** The computed styles that browser-use asks for, in its order. */
const STYLES = [
  'display', 'visibility', 'opacity', 'overflow', 'overflow-x', 'overflow-y', 'cursor', 'pointer-events', 'position', 'background-color',
];

/** Chromium's answers that browser-use puts together; scripts of recorded pages have not run, so that no element listens. */
async function protocol(session) {
  const dom = await session.send('DOM.getDocument', { depth: -1, pierce: true });
  const snapshot = await session.send('DOMSnapshot.captureSnapshot', { computedStyles: STYLES, includePaintOrder: true, includeDOMRects: true });
  const { frameTree } = await session.send('Page.getFrameTree');
  const frames = tree => [tree.frame.id, ...(tree.childFrames ?? []).flatMap(frames)];
  const nodes = [];
  for (const frameId of frames(frameTree)) {
    // A frame without a document has no tree.
    const answer = await session.send('Accessibility.getFullAXTree', { frameId }).catch(() => ({ nodes: [] }));
    nodes.push(...answer.nodes);
  }
  return { dom, snapshot, nodes };
}

mkdirSync(out, { recursive: true });
const browser = await launch();
for (const page of pages) {
  const name = join(out, basename(page).replace(/\.html$/, ''));
  if (existsSync(`${name}.protocol.json.gz`)) continue;
  await withPage(browser, resolve(page), async tab => {
    const session = await tab.context().newCDPSession(tab);
    writeFileSync(`${name}.chrome-devtools.txt`, await takeSnapshot(session));
    writeFileSync(`${name}.stagehand.txt`, await outline(session));
    writeFileSync(`${name}.protocol.json.gz`, gzipSync(JSON.stringify(await protocol(session))));
  }).catch(error => console.error(`${page}: ${error.message}`));
}
await browser.close();
