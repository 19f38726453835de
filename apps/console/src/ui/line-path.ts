/** SVG paths of a line over values, oldest first, and of the area below it. Gaps break the line. */
export function linePath(
  values: readonly (number | undefined)[],
  top: number,
  width: number,
  height: number,
): { line: string; area: string } {
  const step = values.length > 1 ? width / (values.length - 1) : width;
  let line = '';
  let area = '';
  let start: number | undefined;
  const close = (index: number) => {
    if (start !== undefined)
      area += `L${round((index - 1) * step)} ${height}L${round(start * step)} ${height}Z`;
    start = undefined;
  };
  for (const [index, value] of values.entries()) {
    if (value === undefined) {
      close(index);
      continue;
    }
    const point = `${round(index * step)} ${round(height - 1 - (top > 0 ? value / top : 0) * (height - 3))}`;
    const command = start === undefined ? 'M' : 'L';
    line += `${command}${point}`;
    area += `${command}${point}`;
    start ??= index;
  }
  close(values.length);
  return { line, area };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
