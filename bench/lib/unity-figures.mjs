/** What the loop of a scene came to over the rounds: the median of each figure. */
import { median } from './median.mjs';

export function loopFigures({ size, runs }) {
  const frames = name => median(runs.map(run => run.frames[name]));
  return {
    size,
    hz: frames('hz'),
    frameP99: frames('p99'),
    longest: frames('longest'),
    workP99: frames('workP99'),
    reads: median(runs.map(({ members, lists }) => members.callsPerSecond + lists.callsPerSecond)),
    readP99: median(runs.map(({ members, lists }) => Math.max(members.p99, lists.p99))),
    writes: median(runs.map(({ writes }) => writes.callsPerSecond)),
    writeP99: median(runs.map(({ writes }) => writes.p99)),
  };
}
