// `-u` as vitest's own specs of aria snapshots have it: a runner writes the templates of a new test, in the test and in its snapshot
// file; patterns that somebody puts into them stay, through runs that match and through updates of what changed beside them. Pictures
// are written and updated as well.
//
// usage: node update.mjs vitest|jest
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const [runner] = process.argv.slice(2);
const isVitest = runner === 'vitest';
const file = isVitest ? 'update.vitest.test.mjs' : 'update.jest.test.cjs';
const stored = `__snapshots__/${file}.snap`;
const picture = `__screenshots__/${file}/garden.png`;
const head = isVitest ? "import 'stillpage/vitest';\nimport 'stillpage-screenshot';\nimport { expect, test } from 'vitest';\n" : "require('stillpage/jest');\nrequire('stillpage-screenshot');\n";

const clean = () => [file, stored, `__screenshots__/${file}`].forEach((path) => rmSync(path, { force: true, recursive: true }));
clean();
writeFileSync(
  file,
  `${head}
test('inline', () => {
  document.body.innerHTML = '<p>Original</p><button aria-label="1234">Water</button>';
  expect(document.body).toMatchAriaInlineSnapshot();
});

test('in a file', () => {
  document.body.innerHTML = '<main><h1>Garden</h1><nav aria-label="Plants"><button>Water</button></nav></main>';
  expect(document.body).toMatchAriaSnapshot();
});

test('in a picture', () => {
  document.body.innerHTML = '<hr style="height: 90px">';
  expect(document.body).toMatchScreenshot('garden');
});

test('of nothing', () => {
  document.body.innerHTML = '<button aria-hidden="true">Hidden</button>';
  expect(document.body).toMatchAriaInlineSnapshot();
});
`,
);

const edit = (path, from, to) => {
  const text = readFileSync(path, 'utf8');
  assert.ok(text.includes(from), `${path} has ${from}:\n${text}`);
  writeFileSync(path, text.replace(from, to));
};
const has = (path, text) => assert.ok(readFileSync(path, 'utf8').includes(text), `${path} has ${text}:\n${readFileSync(path, 'utf8')}`);

/** Runs the test and returns how it ended. */
function run(isUpdate) {
  const words = isVitest ? ['vitest', 'run', '--reporter=dot', ...(isUpdate ? ['--update'] : [])] : ['jest', ...(isUpdate ? ['-u', '--ci=false'] : ['--ci'])];
  const { status, stdout, stderr } = spawnSync('npx', [...words, file], { encoding: 'utf8', env: { ...process.env, CI: 'true' } });
  return { status, said: stdout + stderr };
}

const passes = (isUpdate) => {
  const { status, said } = run(isUpdate);
  assert.equal(status, 0, said);
};

passes(true);
has(file, '- paragraph: Original');
has(file, '- button "1234": Water');
assert.ok(existsSync(stored));
assert.ok(existsSync(picture));
has(stored, '- navigation "Plants":');
passes(false);

edit(file, '- button "1234"', '- button /\\\\d+/');
edit(stored, '- heading "Garden" [level=1]', '- heading /G\\\\w+/ [level=1]');
passes(false);

edit(file, 'aria-label="1234"', 'aria-label="9999"');
edit(file, '<p>Original</p>', '<p>Changed</p>');
edit(file, 'aria-label="Plants"', 'aria-label="Herbs"');
edit(file, 'height: 90px', 'height: 80px');
const { status, said } = run(false);
assert.notEqual(status, 0, said);
assert.match(said, /- paragraph: Original/);
assert.match(said, /Changed/);
assert.match(said, /the page does not look as in [^]*pixels are others[^]*run the tests with -u/);
assert.ok(existsSync(picture.replace('.png', '.diff.png')));

passes(true);
has(file, '- paragraph: Changed');
has(file, '- button /\\\\d+/: Water');
has(stored, '- heading /G\\\\w+/ [level=1]');
has(stored, '- navigation "Herbs":');
passes(false);
clean();
console.log(`${runner}: templates and pictures are written and updated, patterns stay`);
