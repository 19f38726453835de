/** Ratios between rows of one run. */
import { isStateless } from './revisions.mjs';

/** @typedef {import('./measure-all.mjs').ToolsCallRow} ToolsCallRow */

/**
 * @param {ToolsCallRow} row
 * @param {ToolsCallRow[]} rows
 * @returns {ToolsCallRow | undefined} bare node:http, driven with requests of the same shape
 */
export function bareFor(row, rows) {
  return rows.find(
    ({ entrant }) =>
      entrant.role === 'bare' && isStateless(entrant.revision) === isStateless(row.entrant.revision),
  );
}

/**
 * @param {ToolsCallRow} row
 * @param {ToolsCallRow[]} rows
 * @returns {number | undefined}
 */
export function shareOfBare(row, rows) {
  const bare = bareFor(row, rows);
  return bare && row.best.callsPerSecond / bare.best.callsPerSecond;
}
