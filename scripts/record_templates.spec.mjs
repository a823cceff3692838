// Records what Playwright's toMatchAriaSnapshot() says of the templates that the pages of corpus/cases/template list.
//
//   npm install @playwright/test@1.65.1
//   NODE_PATH=node_modules npx playwright test -c scripts --update-snapshots=none record_templates
//
// A page lists its templates in a `<script type="text/plain">`, with a line `---` between two. A line of
// snapshots/templates/PAGE.jsonl is a template with its verdict against the whole body, `match`, `differ` or `invalid`,
// and the first line of the message where it cannot be parsed. Nobody edits a recording by hand.
import { createRequire } from 'node:module';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { corpus, launch, pagesBelow, snapshots, withPage } from './open.mjs';

const { test, expect } = createRequire(import.meta.url)('@playwright/test');

const verdict = async (page, template) => {
  try {
    await expect(page.locator('body')).toMatchAriaSnapshot(template, { timeout: 1 });
    return { template, verdict: 'match' };
  } catch (error) {
    // A template that cannot be parsed fails like one that differs, with a line about the reason.
    const message = String(error.message).replace(/\x1b\[\d+m/g, '');
    const reason = /\n(?:Error: )([^]*?)\n\nCall log:/.exec(message)?.[1];
    return reason ? { template, verdict: 'invalid', message: reason.split('\n')[0] } : { template, verdict: 'differ' };
  }
};

test('templates', async () => {
  test.setTimeout(600_000);
  const browser = await launch();
  const folder = join(snapshots, 'templates');
  mkdirSync(folder, { recursive: true });
  for (const file of pagesBelow(join(corpus, 'cases/template'))) {
    const lines = await withPage(browser, file, async page => {
      const list = await page.locator('script[type="text/plain"]').evaluate(script => script.textContent);
      const templates = list.replace(/^\n|\n$/g, '').split('\n---\n');
      const lines = [];
      for (const template of templates) lines.push(JSON.stringify(await verdict(page, template)));
      return lines;
    });
    writeFileSync(join(folder, `${basename(file, '.html')}.jsonl`), `${lines.join('\n')}\n`);
  }
  await browser.close();
});
