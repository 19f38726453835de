import { medianP99, medianPace } from './by-size.mjs';
import { count, median, otherWork, percent, section } from './markdown.mjs';
import { STATELESS_REVISION } from './revisions.mjs';

export function framesSections({ rows }, { frames: { inFlight, rounds } }) {
  const figures = (heading, mode) => [
    [heading, row => row[mode] && count(medianPace(row[mode]))],
    ['p50 ms', row => row[mode] && median(row[mode].map(({ p50 }) => p50)).toFixed(3)],
    ['p99 ms', row => row[mode] && medianP99(row[mode]).toFixed(3)],
    ['times HTTP', row => (row.wire === 'HTTP' ? undefined : timesHttp(rows, row.wire, mode)?.toFixed(2))],
  ];
  const runs = rows.flatMap(({ sequential = [], inFlight: many }) => [...sequential, ...many]);
  return section(
    `Wires: round trips per second of one echo tool, ${STATELESS_REVISION}, median of ${rounds}`,
    [
      ['wire', ({ wire, connections }) => (connections === 1 ? wire : `${wire}, ${connections} connections`)],
      ...figures('one at a time', 'sequential'),
      ...figures(`${inFlight} in flight`, 'inFlight'),
    ],
    rows,
    'Each wire has the same kernel and world, in a process of its own. Bare node:net has no kernel and only parses and answers',
    'frames: its row is the cost of the system and Node. All wires have the same client: prepared request bytes, answers found',
    'by text search, and one write for all requests that answer one chunk. Rows without a number of connections use one; HTTP',
    'is pipelined on it. Other wires are compared with the faster of the two HTTP rows of the same round.',
    `The driver used at most ${percent(Math.max(...runs.map(({ driverCpu }) => driverCpu)))} of a core.`,
    otherWork(runs.map(({ otherCpu }) => otherCpu)),
  );
}

/** Pace of a wire against HTTP: the median over the rounds. With many in flight, HTTP counts with its faster row. */
export function timesHttp(rows, other, mode) {
  const theirs = rows.find(({ wire }) => wire === other)?.[mode];
  const https = rows.filter(({ wire }) => wire === 'HTTP').flatMap(row => (row[mode] ? [row[mode]] : []));
  if (!theirs || https.length === 0) return undefined;
  return median(
    theirs.map(
      ({ callsPerSecond }, round) =>
        callsPerSecond / Math.max(...https.map(runs => runs[round].callsPerSecond)),
    ),
  );
}
