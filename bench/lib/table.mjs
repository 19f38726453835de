/**
 * A Markdown table whose columns also line up as plain text. The first column is text, the others figures.
 */
export function table(header, rows) {
  const widths = header.map((_, column) => Math.max(3, ...[header, ...rows].map(row => row[column].length)));
  const line = row => `| ${row.map((cell, column) => pad(cell, widths[column], column)).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(header), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}

function pad(cell, width, column) {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
