/** Writes the results of a whole run: bench/results.json, and the tables of docs/performance.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const RESULTS = fileURLToPath(new URL('../results.json', import.meta.url));
const DOCUMENT = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));
const START = '<!-- bench:start -->';
const END = '<!-- bench:end -->';

export async function writeResults(results, tables) {
  await writeFile(RESULTS, `${JSON.stringify(results, rounded, 2)}\n`);
  await writeFile(DOCUMENT, withMarkedSection(await readFile(DOCUMENT, 'utf8'), tables));
  return [RESULTS, DOCUMENT];
}

/** Replaces the part of a document between the marks; adds it at the end if there are no marks. */
export function withMarkedSection(document, text) {
  const section = `${START}\n\n${text.trim()}\n\n${END}`;
  const from = document.indexOf(START);
  const to = document.indexOf(END);
  if (from === -1 && to === -1) return `${document.trimEnd()}\n\n${section}\n`;
  if (from === -1 || to < from) throw new Error(`expected ${START} before ${END}`);
  return document.slice(0, from) + section + document.slice(to + END.length);
}

function rounded(_key, value) {
  return typeof value === 'number' ? Number(value.toPrecision(6)) : value;
}
