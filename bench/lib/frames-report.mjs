/** The figures of the wires as Markdown. */
import { medianP99, medianPace } from './by-size.mjs';
import { count, DISTURBED, percent, section, WARNING } from './markdown.mjs';
import { median } from './median.mjs';
import { STATELESS_REVISION } from './revisions.mjs';
import { table } from './table.mjs';

export function framesSections({ rows }, { frames: { inFlight, rounds } }) {
  return [
    section(
      `Wires: round trips per second of one echo tool, ${STATELESS_REVISION}, median of ${rounds}`,
      rowsTable(rows, inFlight),
    ),
    circumstances(rows),
  ].join('\n\n');
}

/**
 * How many times as fast as HTTP another wire is: the median of what the rounds say. With many in flight HTTP has its
 * better way, one connection or many.
 */
export function timesHttp(rows, other, mode) {
  const theirs = rows.find(({ wire }) => wire === other)?.[mode];
  const https = rows.filter(({ wire }) => wire === 'HTTP').flatMap(row => (row[mode] ? [row[mode]] : []));
  if (!theirs || https.length === 0) return undefined;
  return median(
    theirs.map(({ callsPerSecond }, round) => {
      return callsPerSecond / Math.max(...https.map(runs => runs[round].callsPerSecond));
    }),
  );
}

function rowsTable(rows, inFlight) {
  const cells = (row, mode) => {
    const runs = row[mode];
    if (!runs) return ['–', '–', '–', '–'];
    const p50 = median(runs.map(run => run.p50));
    const times = row.wire === 'HTTP' ? undefined : timesHttp(rows, row.wire, mode);
    return [
      count(medianPace(runs)),
      p50.toFixed(3),
      medianP99(runs).toFixed(3),
      times === undefined ? '–' : times.toFixed(2),
    ];
  };
  const figures = ['p50 ms', 'p99 ms', 'times HTTP'];
  return table(
    ['wire', 'one at a time', ...figures, `${inFlight} in flight`, ...figures],
    rows.map(row => [
      row.connections === 1 ? row.wire : `${row.wire}, ${row.connections} connections`,
      ...cells(row, 'sequential'),
      ...cells(row, 'inFlight'),
    ]),
  );
}

function circumstances(rows) {
  const runs = rows.flatMap(({ sequential = [], inFlight }) => [...sequential, ...inFlight]);
  const others = median(runs.map(({ otherCpu }) => otherCpu));
  const driver = Math.max(...runs.map(({ driverCpu }) => driverCpu));
  const facts = [
    'The same kernel and the same world behind each wire, in a process of its own; behind bare node:net there is none, only',
    'frames parsed and answered, so its row is what the system and Node take. All wires have the same client: requests',
    'as bytes made before, answers found by searching, and what is sent in reply to one chunk leaves in one piece. Where',
    'nothing else is said there is one connection, on which HTTP is pipelined. Others are compared with the better of the',
    `two ways to have many in flight over HTTP, round by round. The driver used at most ${percent(driver)} of a core; other`,
    `work on the machine and its host took ${percent(others)} (median).`,
  ];
  if (others > DISTURBED) facts.push(WARNING);
  return facts.join(' ');
}
