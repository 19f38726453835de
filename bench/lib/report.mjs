/** Writes the report as Markdown from the table of figures, for the terminal and for docs/performance.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { as, highest } from './figures.mjs';
import { otherWork, TABLES } from './tables.mjs';

const RESULTS = fileURLToPath(new URL('../results.json', import.meta.url));
const DOCUMENT = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));
const START = '<!-- bench:start -->';
const END = '<!-- bench:end -->';
const ABSENT = '–';

/** All tables of what was measured. */
export function measuredTables(measured, settings) {
  return paragraphs(...TABLES.map(table => sectionOf(table, measured, settings)));
}

/** A column without a figure in any row is left out. */
function sectionOf({ title, missing, rows, columns, notes, remark }, measured, settings) {
  const reason = missing?.(measured);
  const found = rows(measured) ?? [];
  if (found.length === 0 && reason === undefined) return '';
  const heading = `### ${title(settings, measured)}`;
  if (reason !== undefined) return paragraphs(heading, `Not measured: ${reason}.`);
  const filled = columns(settings)
    .map(({ heading, of, show }) => [heading, ...found.map(row => cell(of(row, found), show))])
    .filter(([, ...cells]) => cells.some(text => text !== ABSENT));
  const text = notes?.(measured, settings).filter(Boolean).join(' ');
  return paragraphs(heading, markdownTable(filled), text, remark);
}

const cell = (value, show) => (value === undefined || Number.isNaN(value) ? ABSENT : show(value));

/** Whether this run met the goals. A goal that the run did not measure is not met. */
export function judge(measured) {
  return TABLES.flatMap(({ rows, goals = [] }) => goals.map(goal => judged(goal, rows(measured) ?? [])));
}

function judged({ what, bound, target, unit, applies, of, weakest, per }, rows) {
  const value = weakest(rows.filter(applies).map(row => of(row, rows))) / per;
  const met = bound === 'at least' ? value >= target : value <= target;
  return { what, bound, target, unit, measured: Number.isFinite(value) ? value : undefined, met };
}

export function goalsTable(goals) {
  const figure = value => (value < 100 ? value.toFixed(2) : as.count(value));
  const columns = [
    ['goal', ({ what }) => what],
    ['target', ({ bound, target, unit }) => `${bound} ${target.toLocaleString('en-US')}${unit}`],
    ['measured', ({ measured, unit }) => (measured === undefined ? ABSENT : `${figure(measured)}${unit}`)],
    ['result', ({ measured, met }) => (measured === undefined ? 'not measured' : met ? 'met' : 'missed')],
  ];
  const cells = columns.map(([heading, of]) => [heading, ...goals.map(of)]);
  return paragraphs('### Goals', markdownTable(cells));
}

/** CPU use of the driver and of other programs. Other work slows the fastest server most, so it changes ratios too. */
export function disturbance(rows = []) {
  if (rows.length === 0) return '';
  const driver = as.percent(highest(rows.map(({ best }) => best.driverCpu)));
  const otherCpu = highest(rows.map(({ best: { otherCpu, stolenCpu = 0 } }) => otherCpu + stolenCpu));
  const sentence = took => `; other work on the machine and its host took at most ${took}.`;
  const others = otherWork([{ otherCpu }], sentence);
  return `In the runs shown the driver used at most ${driver} of a core${others || '.'}`;
}

/** Writes the results of a whole run, and the page from them. */
export async function writeResults(results) {
  await writeFile(RESULTS, `${JSON.stringify(results, rounded, 2)}\n`);
  return [RESULTS, await writePage()];
}

/** Writes the tables of docs/performance.md from bench/results.json, whichever version of the bench measured them. */
export async function writePage() {
  const page = pageOf(JSON.parse(await readFile(RESULTS, 'utf8')));
  await writeFile(DOCUMENT, withMarkedSection(await readFile(DOCUMENT, 'utf8'), page));
  return DOCUMENT;
}

export function pageOf({ date, machine, versions, settings, ...measured }) {
  const { cpu, cores, memoryGiB, system, node } = machine;
  const packages = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return paragraphs(
    `Measured on ${date.slice(0, 10)}: ${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}, Node ${node}.`,
    `Versions: ${packages.join(', ')}.`,
    measuredTables(measured, settings),
    disturbance(measured.toolsCall),
    goalsTable(judge(measured)),
  );
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

const rounded = (_key, value) => (typeof value === 'number' ? Number(value.toPrecision(6)) : value);
const paragraphs = (...parts) => parts.filter(Boolean).join('\n\n');

/** A table from its columns, which line up as plain text. The first column is text, the others are figures. */
function markdownTable(columns) {
  const padded = columns.map((cells, column) => {
    const width = Math.max(3, ...cells.map(text => text.length));
    const [heading, ...rest] = cells.map(text => (column === 0 ? text.padEnd(width) : text.padStart(width)));
    return [heading, column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`, ...rest];
  });
  return padded[0].map((_, row) => `| ${padded.map(cells => cells[row]).join(' | ')} |`).join('\n');
}
