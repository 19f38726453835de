/** Figures over rounds: medians, and ratios of runs of the same round. */
import { median } from './markdown.mjs';

export function medianPace(runs) {
  return median(runs.map(({ callsPerSecond }) => callsPerSecond));
}

export function medianP99(runs) {
  return median(runs.map(({ p99 }) => p99));
}

/** The largest size against the smallest: the median of the ratios within each round. */
export function growthRatio({ bySize }) {
  const [smallest] = bySize;
  const largest = bySize.at(-1);
  if (!smallest || !largest || smallest === largest) return undefined;
  return ratioWithinRounds(largest.runs, smallest.runs);
}

/** Calls per second of some runs against others: the median of the ratios within each round. */
export function ratioWithinRounds(runs, others) {
  return median(runs.map(({ callsPerSecond }, round) => callsPerSecond / others[round].callsPerSecond));
}

/**
 * The order of a round: forwards and backwards in turn, so that none is always first. Runs of one round follow each
 * other directly, so that a disturbance of the machine affects all of them.
 */
export function inTurn(items, round) {
  return round % 2 === 1 ? items : items.toReversed();
}

/** Runs each row at each size once per round, and adds the runs to the row by size. */
export async function runBySize({ rows, servers, rounds, name, run }, progress) {
  const measured = rows.map(row => ({ row, bySize: servers.map(({ size }) => ({ size, runs: [] })) }));
  for (let round = 1; round <= rounds; round++) {
    for (const { row, bySize } of measured) {
      for (const server of inTurn(servers, round)) {
        const who = name(row, server);
        progress(`round ${round} of ${rounds}: ${who}`);
        bySize[servers.indexOf(server)].runs.push(await run(row, server, who));
      }
    }
  }
  return measured;
}
