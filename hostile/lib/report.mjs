/** The figures of a run, as tables. */
import { GOAL_P99_MS, MAX_P99_MS, MAX_P99_TIMES, MAX_RSS } from './lab.mjs';
import { MIB } from './process-memory.mjs';

const START = '<!-- hostile:start -->';
const END = '<!-- hostile:end -->';

/** @typedef {{ name: string, claim: string, kind: string, outcome: 'passed' | 'failed' | 'skipped', seconds: number,
 *   problems: string[], notes: string[], memory: any, floods: any[] }} Result */

/** @param {Result[]} results @returns {[string[], string[][]]} */
export function memoryRows(results) {
  const mib = (/** @type {number} */ bytes) => String(Math.round(bytes / MIB));
  const rows = results
    .filter(({ memory }) => memory !== undefined)
    .map(({ name, memory: { start, peak, after, children } }) => [
      name,
      mib(start),
      mib(peak),
      mib(after),
      children === 0 ? '-' : mib(children),
    ]);
  return [['attack', 'before, MiB', 'peak, MiB', 'after, MiB', 'peak of child processes, MiB'], rows];
}

/** @param {Result[]} results @returns {[string[], string[][]]} */
export function floodRows(results) {
  const ms = (/** @type {number} */ value) => value.toFixed(1);
  const rows = results.flatMap(({ name, floods }) =>
    floods.map(({ quiet, during, statuses, peak }) => [
      name,
      ms(quiet.p99),
      ms(during.p50),
      during.p99 > GOAL_P99_MS ? `${ms(during.p99)}, goal missed` : ms(during.p99),
      ms(during.max),
      String(Math.round(peak / MIB)),
      Object.entries(statuses)
        .map(([status, count]) => `${count} × ${status === '0' ? 'closed' : status}`)
        .join(', '),
    ]),
  );
  return [
    ['flood', 'p99 before, ms', 'p50, ms', 'p99, ms', 'max, ms', 'peak, MiB', 'answers to the flood'],
    rows,
  ];
}

export const CAPTIONS = {
  memory: `Resident memory of the server process. The limit is ${MAX_RSS / MIB} MiB.`,
  flood:
    `How long a bystander with a token of its own waits for a small request, sent every 20 ms, while another token holder ` +
    `floods on 32 connections. The goal is a p99 of ${GOAL_P99_MS} ms; above ${MAX_P99_MS} ms, or ${MAX_P99_TIMES} times its p99 before the flood where that is more, the attack fails.`,
};

/**
 * @param {string} document
 * @param {string} text
 * @returns {string} the document with the text between its markers
 */
export function withMarkedSection(document, text) {
  const [from, to] = [document.indexOf(START), document.indexOf(END)];
  if (from === -1 || to < from) throw new Error(`expected ${START} before ${END}`);
  return `${document.slice(0, from)}${START}\n\n${text.trim()}\n\n${document.slice(to)}`;
}
