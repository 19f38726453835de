/** Rows as lines, with each column as wide as its widest cell. */
export function aligned(rows: readonly (readonly string[])[], gap = '  '): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)));
  return rows.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column] as number))
      .join(gap)
      .trimEnd(),
  );
}

/** A time span for a person: "45 s", "12 min", "3 h", "2 d". */
export function span(seconds: number): string {
  if (seconds < 100) return `${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 100 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 48 * 3_600) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}
