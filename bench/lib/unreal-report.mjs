import { count, median, mib, otherWork, section } from './markdown.mjs';

export function unrealSections({ packages, bytes, referencers, rows }, { unreal: { rounds } }) {
  const figure = (name, format) => row => format(unrealFigure(row, name));
  return section(
    `Unreal: a project of ${count(packages)} packages, ${mib(bytes)}, median of ${rounds}`,
    [
      ['read as', ({ label }) => label],
      ['cold list', figure('cold', ms)],
      ['warm list', figure('warm', ms)],
      ['referencers', figure('referencers', ms)],
      ['search', figure('search', ms)],
      ['heap', figure('heap', mib)],
      ['resident', figure('rss', mib)],
    ],
    rows,
    'A list is read to its last page. Cold is the first list of a new process with an empty cache folder, without its start.',
    '"The bytes alone" reads the same folders and up to 64 KiB of each package, which is all of it here, with the same',
    'concurrency, and keeps nothing. The files are in the cache of the system for all rows alike. The referencers are those',
    `of a package that ${count(referencers)} others need. Memory is the growth of the process after garbage collection.`,
    'The search is for the callers of one function, which as many packages have.',
    otherWork(rows.flatMap(({ runs }) => runs.map(({ otherCpu }) => otherCpu))),
  );
}

export function unrealFigure({ runs }, name) {
  return median(runs.map(run => run[name] ?? Number.NaN));
}

function ms(value) {
  if (Number.isNaN(value)) return undefined;
  return `${value < 100 ? value.toFixed(1) : count(value)} ms`;
}
