/** The report as Markdown: one writer for all sections, and the format of figures. */

/** Share of a core beyond which other work makes the figures unreliable. */
const DISTURBED = 0.25;

/**
 * A section with a table and notes, or nothing if there are no rows.
 * `columns` are pairs of a heading and a function that formats the cell of a row; undefined becomes a dash.
 */
export function section(title, columns, rows, ...notes) {
  if (rows.length === 0) return '';
  const cells = rows.map(row => columns.map(([, cell]) => cell(row) ?? '–'));
  const lines = table([columns.map(([heading]) => heading), ...cells]);
  return paragraphs(`### ${title}`, lines, notes.join(' '));
}

export function paragraphs(...parts) {
  return parts.filter(Boolean).join('\n\n');
}

/** Reports CPU use of other programs, and warns if it was high. */
export function otherWork(
  shares,
  sentence = took => `Other work on the machine and its host took ${took} of a core (median).`,
) {
  const share = median(shares);
  const warning =
    share > DISTURBED ? ' **The machine was busy: these figures and their ratios are rough.**' : '';
  return sentence(percent(share)) + warning;
}

export function count(value) {
  return Math.round(value).toLocaleString('en-US');
}

export function percent(share) {
  return `${Math.round(share * 100)} %`;
}

/** Formats a figure with a fixed number of decimals. */
export function fixed(decimals, unit = '') {
  return value => (Number.isFinite(value) ? `${value.toFixed(decimals)}${unit}` : undefined);
}

export const kib = bytes => fixed(1, ' KiB')(bytes / 2 ** 10);
export const mib = bytes => fixed(1, ' MiB')(bytes / 2 ** 20);

/** The median; NaN without values. */
export function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** A Markdown table whose columns line up as plain text. The first column is text, the others are figures. */
function table([head, ...rows]) {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map(row => row[column].length)));
  const pad = (cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]));
  const line = row => `| ${row.map(pad).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}
