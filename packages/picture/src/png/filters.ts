/** The filters of rows in a PNG: none, left, up, their mean, and Paeth. https://www.w3.org/TR/png-3/#9Filters */
const TRIED = [1, 2, 4];

/** Restores the bytes of a row; the first byte of the row is its filter. */
export function unfilter(row: Uint8Array, before: Uint8Array, pixelBytes: number): void {
  const first = 1 + pixelBytes;
  const { length } = row;
  switch (row[0]) {
    case 1:
      for (let at = first; at < length; at++) row[at] = row[at]! + row[at - pixelBytes]!;
      break;
    case 2:
      for (let at = 1; at < length; at++) row[at] = row[at]! + before[at]!;
      break;
    case 3:
      for (let at = 1; at < length; at++)
        row[at] = row[at]! + (((at < first ? 0 : row[at - pixelBytes]!) + before[at]!) >> 1);
      break;
    case 4:
      for (let at = 1; at < first; at++) row[at] = row[at]! + before[at]!;
      for (let at = first; at < length; at++)
        row[at] = row[at]! + paeth(row[at - pixelBytes]!, before[at]!, before[at - pixelBytes]!);
      break;
    default:
  }
}

/** The row after the number of its filter: the one that leaves the smallest differences. */
export function filteredRow(row: Uint8Array, before: Uint8Array, pixelBytes: number): Uint8Array {
  const tries = TRIED.map(filter => {
    const made = new Uint8Array(row.length + 1);
    made[0] = filter;
    let sum = 0;
    for (let at = 0; at < row.length; at++) {
      const left = at >= pixelBytes ? row[at - pixelBytes]! : 0;
      const up = before[at]!;
      const corner = at >= pixelBytes ? before[at - pixelBytes]! : 0;
      const guess = filter === 1 ? left : filter === 2 ? up : paeth(left, up, corner);
      made[at + 1] = row[at]! - guess;
      const difference = made[at + 1]!;
      sum += difference < 128 ? difference : 256 - difference;
    }
    return { made, sum };
  });
  return tries.reduce((best, each) => (each.sum < best.sum ? each : best)).made;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const toLeft = Math.abs(guess - left);
  const toUp = Math.abs(guess - up);
  const toCorner = Math.abs(guess - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
