/** Ratios between rows of one run. */
import { isStateless } from './revisions.mjs';

export function bareFor(row, rows) {
  return rows.find(
    ({ entrant }) =>
      entrant.role === 'bare' && isStateless(entrant.revision) === isStateless(row.entrant.revision),
  );
}

export function shareOfBare(row, rows) {
  const bare = bareFor(row, rows);
  return bare && row.best.callsPerSecond / bare.best.callsPerSecond;
}
