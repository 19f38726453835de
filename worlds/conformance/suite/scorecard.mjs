const COLUMNS = ['selector', 'scenarios', 'success', 'failure', 'warning', 'skipped', 'expected'];

/** Counts the checks of one run of the suite. Informational checks are not counted. */
export function score(scenarios) {
  const counts = { scenarios: scenarios.length, success: 0, failure: 0, warning: 0, skipped: 0 };
  for (const { checks } of scenarios) {
    for (const { status } of checks) {
      const key = status.toLowerCase();
      if (Object.hasOwn(counts, key)) counts[key]++;
    }
  }
  return counts;
}

/**
 * How many checks a run lacks from full marks: failures, and checks that were skipped, informational or never ran. Any
 * other difference counts as one.
 */
export function shortfall(counts, expected) {
  const exact = ['scenarios', 'success', 'skipped'].every(key => counts[key] === expected[key]);
  return Math.max(counts.failure + counts.warning, expected.success - counts.success, exact ? 0 : 1);
}

/** The checks with one of these statuses, each with its scenario and message. */
export function checksOf(scenarios, ...statuses) {
  return scenarios.flatMap(({ name, checks }) =>
    checks
      .filter(({ status }) => statuses.includes(status))
      .map(({ status, id, errorMessage, description }) => ({
        status,
        scenario: name,
        id,
        message: (errorMessage ?? description ?? '').trim(),
      })),
  );
}

export function table(runs) {
  const rows = runs.map(({ name, counts, expected }) => [
    name,
    ...COLUMNS.slice(1, -1).map(column => String(counts[column])),
    `${expected.success} in ${expected.scenarios}, ${expected.skipped} skipped`,
  ]);
  const widths = COLUMNS.map((column, i) => Math.max(column.length, ...rows.map(row => row[i].length)));
  const line = cells =>
    cells
      .map((cell, i) =>
        i === 0 || i === cells.length - 1 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]),
      )
      .join('  ')
      .trimEnd();
  return [line(COLUMNS), line(widths.map(width => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
