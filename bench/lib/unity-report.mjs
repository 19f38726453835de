/** The figures of scenes as Markdown. */
import { growthRatio, medianP99, medianPace } from './by-size.mjs';
import { count, DISTURBED, percent, section, WARNING } from './markdown.mjs';
import { median } from './median.mjs';
import { table } from './table.mjs';
import { loopFigures } from './unity-figures.mjs';

export function unitySections({ reads, loop }, { connections, unity }) {
  const { rounds, sizes, loopRounds, readers, writers } = unity;
  return [
    section(
      `Unity: reads per second of a live scene, ${connections} connections, median of ${rounds}`,
      readsTable(reads, sizes),
    ),
    circumstances(reads),
    section(
      `Unity: the loop of 60 Hz while ${readers} clients read and ${writers} write, median of ${loopRounds}`,
      loopTable(loop),
    ),
    loopCircumstances(readers),
  ].join('\n\n');
}

function readsTable(rows, sizes) {
  const [smallest] = sizes;
  const largest = sizes.at(-1);
  return table(
    [
      'tool, wire',
      ...sizes.map(size => `${count(size)} objects`),
      ...sizes.map(size => `p99 ms at ${count(size)}`),
      `${count(largest)} against ${count(smallest)}`,
    ],
    rows.map(row => [
      `${row.tool}, ${row.wire}`,
      ...row.bySize.map(({ runs }) => count(medianPace(runs))),
      ...row.bySize.map(({ runs }) => medianP99(runs).toFixed(1)),
      growthRatio(row)?.toFixed(2) ?? '–',
    ]),
  );
}

function circumstances(rows) {
  const runs = rows.flatMap(({ bySize }) => bySize.flatMap(({ runs: made }) => made));
  const others = median(runs.map(({ otherCpu, stolenCpu }) => otherCpu + stolenCpu));
  const facts = [
    'A `ReadComponentMember` is of the position of another object each, a `ListObjects` of the first 50. The scene moves',
    'meanwhile, in a process of its own beside the server and the driver. Other scenes that wait for their turn, other',
    `work on the machine and its host took ${percent(others)} of a core (median).`,
  ];
  if (others > DISTURBED) facts.push(WARNING);
  return facts.join(' ');
}

function loopTable(rows) {
  return table(
    [
      'objects',
      'frames/s',
      'frame p99 ms',
      'longest ms',
      'work p99 ms',
      'reads/s',
      'p99 ms',
      'writes/s',
      'p99 ms',
    ],
    rows
      .map(loopFigures)
      .map(figures => [
        count(figures.size),
        figures.hz.toFixed(1),
        figures.frameP99.toFixed(1),
        figures.longest.toFixed(1),
        figures.workP99.toFixed(1),
        count(figures.reads),
        figures.readP99.toFixed(1),
        count(figures.writes),
        figures.writeP99.toFixed(1),
      ]),
  );
}

function loopCircumstances(readers) {
  return [
    `${Math.ceil(readers / 2)} of the readers read members, the others lists; a write is a \`SetMember\` that is read back`,
    'and journaled, and the journal holds as many as were answered. A frame is the time from one to the next, its work what',
    'the scene itself did in it. The server refuses more than 32 requests at a time, so the clients take turns at 31 places:',
    'latencies begin when one is sent.',
  ].join(' ');
}
