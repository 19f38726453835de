/** The figures of a project's files as Markdown. */
import { count, DISTURBED, percent, section, WARNING } from './markdown.mjs';
import { median } from './median.mjs';
import { table } from './table.mjs';

const MIB = 2 ** 20;

export function unrealSections({ packages, bytes, referencers, rows }, { unreal: { rounds } }) {
  return [
    section(
      `Unreal: a project of ${count(packages)} packages, ${mib(bytes)}, median of ${rounds}`,
      rowsTable(rows),
    ),
    circumstances(rows, referencers),
  ].join('\n\n');
}

export function unrealFigure({ runs }, name) {
  return median(runs.map(run => run[name] ?? Number.NaN));
}

function rowsTable(rows) {
  return table(
    ['read as', 'cold list', 'warm list', 'referencers', 'heap', 'resident'],
    rows.map(row => [
      row.label,
      ms(unrealFigure(row, 'cold')),
      ms(unrealFigure(row, 'warm')),
      ms(unrealFigure(row, 'referencers')),
      mib(unrealFigure(row, 'heap')),
      mib(unrealFigure(row, 'rss')),
    ]),
  );
}

function circumstances(rows, referencers) {
  const others = median(rows.flatMap(({ runs }) => runs.map(({ otherCpu }) => otherCpu)));
  const facts = [
    'A list is all of it, page by page to the last one; cold is the first of a new process whose cache folder is empty, its',
    'start not counted. The bytes alone are the same folders read and every package opened and read up to 64 KiB, which is',
    'all of it here, as many at a time; nothing is made of them, and nothing is kept. The files are in the cache of the',
    `system for all rows alike. The referencers are those of a package that ${count(referencers)} others need. Memory is what`,
    `the process grew by, garbage collected. Other work on the machine and its host took ${percent(others)} of a core (median).`,
  ];
  if (others > DISTURBED) facts.push(WARNING);
  return facts.join(' ');
}

function ms(value) {
  if (Number.isNaN(value)) return '–';
  return `${value < 100 ? value.toFixed(1) : count(value)} ms`;
}

function mib(bytes) {
  return `${(bytes / MIB).toFixed(1)} MiB`;
}
