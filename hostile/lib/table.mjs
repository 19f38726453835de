/** Tables for a terminal and for a document, from the same rows. */

/** @param {string[]} head @param {string[][]} rows */
export function textTable(head, rows) {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map(row => (row[column] ?? '').length)),
  );
  const line = (/** @type {string[]} */ cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(head), line(widths.map(width => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** @param {string[]} head @param {string[][]} rows */
export function markdownTable(head, rows) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}
