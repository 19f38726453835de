import { growthRatio, medianP99, medianPace } from './by-size.mjs';
import { count, otherWork, paragraphs, section } from './markdown.mjs';
import { STORES } from './universe-stores.mjs';

const COMPARISON =
  'For comparison, the project whose specification the universe follows, measured earlier on the same kind of machine ' +
  'with PostgreSQL: 290, 39 and 4.5 commands/s at 10, 1,000 and 10,000 bodies. It lost 82 of 100 concurrent updates.';

export function universeSections({ rows, missing, reads, disk }, { connections, universe }) {
  const { rounds, sizes, readSize, readers } = universe;
  const ends = [...new Set([sizes[0], sizes.at(-1)])];
  const runsAt = ({ bySize }, size) => bySize?.find(row => row.size === size)?.runs;
  // PostgreSQL runs in processes of its own, which look like other work.
  const sqliteRuns = rows
    .filter(row => row.store === STORES.sqlite.label)
    .flatMap(row => row.bySize)
    .flatMap(({ runs }) => runs);
  return paragraphs(
    section(
      `Universe: durable commands per second, ${connections} connections, median of ${rounds}`,
      [
        ['store, wire', ({ store, wire, reason }) => (reason ? `${store}: ${reason}` : `${store}, ${wire}`)],
        ...sizes.map(size => [
          `${count(size)} bodies`,
          row => row.bySize && count(medianPace(runsAt(row, size))),
        ]),
        ...ends.map(size => [
          `p99 ms at ${count(size)}`,
          row => row.bySize && medianP99(runsAt(row, size)).toFixed(1),
        ]),
        [
          `${count(sizes.at(-1))} against ${count(sizes[0])}`,
          row => row.bySize && growthRatio(row)?.toFixed(2),
        ],
      ],
      [...rows, ...missing],
      'Each command is an `updateStar` of another body with `returning=changes`; all bodies orbit one star. The answer comes',
      'after the commit. In every run the revisions of the answers had no gap and matched the log: nothing was lost or done',
      'twice.',
      disk.inMemory
        ? '**The data was in memory, not on a disk: nothing here was durable.**'
        : `A durable write of 4 KiB takes the disk ${disk.syncMs.toFixed(1)} ms.`,
      ...(sqliteRuns.length === 0
        ? []
        : [
            otherWork(
              sqliteRuns.map(({ otherCpu, stolenCpu }) => otherCpu + stolenCpu),
              took => `With SQLite, other work on the machine and its host took ${took} of a core (median).`,
            ),
          ]),
    ),
    COMPARISON,
    section(
      `Universe: reads per second of an unchanged state of ${count(readSize)} bodies, ${readers} connections`,
      [
        [
          'wire',
          ({ label, whole, bodies }) =>
            `${label}, ${whole ? 'whole' : `${count(bodies)} bodies by id (the whole state is too large)`}`,
        ],
        ['reads/s', ({ runs }) => count(medianPace(runs))],
        ['p99 ms', ({ runs }) => medianP99(runs).toFixed(1)],
        ['answer', ({ bytes }) => `${count(bytes / 1024)} KiB`],
        ['MiB/s', ({ runs, bytes }) => count((medianPace(runs) * bytes) / 2 ** 20)],
      ],
      reads,
    ),
  );
}
