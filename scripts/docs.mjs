// `npm run docs`: writes the generated files of docs/. A test fails when one of them is stale.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PAGES } from './docs/pages.mjs';

for (const [path, content] of PAGES) {
  writeFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), await content());
  process.stdout.write(`${path}\n`);
}
