// `npm run docs`: writes the generated pages of docs/. A test fails when one of them is stale.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PAGES } from './docs/pages.mjs';

for (const [path, text] of PAGES) {
  writeFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), await text());
  process.stdout.write(`${path}\n`);
}
