/** Keeps the results of a whole run: as data beside the bench, as tables in the documentation. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withMarkedSection } from './marked-section.mjs';

const RESULTS = fileURLToPath(new URL('../results.json', import.meta.url));
const DOCUMENT = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));

const NEW_DOCUMENT = `# Performance

\`npm run bench\` measures this server beside its peers, on one machine in one run, and writes this page's tables.
`;

export async function writeResults(results, tables) {
  await writeFile(RESULTS, `${JSON.stringify(results, rounded, 2)}\n`);
  await mkdir(dirname(DOCUMENT), { recursive: true });
  await writeFile(DOCUMENT, withMarkedSection(await existing(), tables));
  return [RESULTS, DOCUMENT];
}

async function existing() {
  try {
    return await readFile(DOCUMENT, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return NEW_DOCUMENT;
    throw error;
  }
}

function rounded(_key, value) {
  return typeof value === 'number' ? Number(value.toPrecision(6)) : value;
}
