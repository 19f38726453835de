/** The figures of the universe as Markdown. */

import { growthRatio, medianP99, medianPace } from './by-size.mjs';
import { count, DISTURBED, percent, section, WARNING } from './markdown.mjs';
import { median } from './median.mjs';
import { table } from './table.mjs';
import { STORES } from './universe-stores.mjs';

const COMPARISON =
  'For comparison, the project whose specification the universe follows, measured earlier on the same kind of machine, ' +
  'with PostgreSQL: 290, 39 and 4.5 commands/s at 10, 1,000 and 10,000 bodies; and of 100 concurrent updates it lost 82.';

export function universeSections(figures, { connections, universe }) {
  const { rows, missing, reads } = figures;
  const { rounds, sizes, readSize, readers } = universe;
  return [
    section(
      `Universe: durable commands per second, ${connections} connections, median of ${rounds}`,
      commandsTable(rows, missing, sizes),
    ),
    circumstances(figures),
    COMPARISON,
    section(
      `Universe: reads per second of an unchanged state of ${count(readSize)} bodies, ${readers} connections`,
      readsTable(reads),
    ),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function commandsTable(rows, missing, sizes) {
  const [smallest] = sizes;
  const largest = sizes.at(-1);
  const ends = smallest === largest ? [smallest] : [smallest, largest];
  const header = [
    'store, wire',
    ...sizes.map(size => `${count(size)} bodies`),
    ...ends.map(size => `p99 ms at ${count(size)}`),
    `${count(largest)} against ${count(smallest)}`,
  ];
  const measured = rows.map(row => {
    const { store, wire, bySize } = row;
    const ratio = growthRatio(row);
    return [
      `${store}, ${wire}`,
      ...bySize.map(({ runs }) => count(medianPace(runs))),
      ...bySize.filter(({ size }) => ends.includes(size)).map(({ runs }) => medianP99(runs).toFixed(1)),
      ratio === undefined ? '–' : ratio.toFixed(2),
    ];
  });
  const absent = missing.map(({ store, reason }) => [
    `${store}: ${reason}`,
    ...header.slice(1).map(() => '–'),
  ]);
  return table(header, [...measured, ...absent]);
}

/** What the figures hang on besides the server. */
function circumstances({ rows, disk }) {
  const facts = [
    'Every command is an `updateStar` with `returning=changes`, of another body each, all of which go round one star; its',
    'answer comes after the commit. In every run the revisions of the answers were dense and those of the log the same:',
    'nothing was lost, nothing was done twice.',
    disk.inMemory
      ? '**The data was in memory, on no disk: nothing here was durable.**'
      : `A write of 4 KiB made durable took the disk ${disk.syncMs.toFixed(1)} ms.`,
  ];
  // A database server works in processes of its own, which cannot be told from others.
  const runs = rows
    .filter(({ store }) => store === STORES.sqlite.label)
    .flatMap(({ bySize }) => bySize.flatMap(({ runs: made }) => made));
  if (runs.length > 0) {
    const others = median(runs.map(({ otherCpu, stolenCpu }) => otherCpu + stolenCpu));
    facts.push(
      `With SQLite, other work on the machine and its host took ${percent(others)} of a core (median).`,
    );
    if (others > DISTURBED) facts.push(WARNING);
  }
  return facts.join(' ');
}

function readsTable(rows) {
  return (
    rows.length > 0 &&
    table(
      ['wire', 'reads/s', 'p99 ms', 'answer', 'MiB/s'],
      rows.map(({ label, bytes, bodies, whole, runs }) => {
        const pace = medianPace(runs);
        return [
          `${label}, ${whole ? 'whole' : `${count(bodies)} bodies by their ids (a whole one is too large)`}`,
          count(pace),
          medianP99(runs).toFixed(1),
          `${count(bytes / 1024)} KiB`,
          count((pace * bytes) / 2 ** 20),
        ];
      }),
    )
  );
}
