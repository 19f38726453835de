const MAX_NAMES = 3;

/** A hint with the nearest names; undefined if none is near. */
export function nearNames(name: string, names: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  const near = names
    .map(each => ({ each, far: distanceOf(wanted, each.toLowerCase()) }))
    .filter(({ far }) => far <= Math.max(2, wanted.length / 3))
    .sort((a, b) => a.far - b.far)
    .slice(0, MAX_NAMES)
    .map(({ each }) => each);
  return near.length === 0 ? undefined : near.join(', ');
}

function distanceOf(wanted: string, name: string): number {
  if (wanted.length > 2 && (name.includes(wanted) || wanted.includes(name))) return 1;
  return Math.min(edits(wanted, name), edits(wanted, name.slice(name.lastIndexOf('.') + 1)));
}

/** Levenshtein distance. */
function edits(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1] ? 0 : 1;
      current.push(
        Math.min(
          (above[column] as number) + 1,
          (current[column - 1] as number) + 1,
          (above[column - 1] as number) + same,
        ),
      );
    }
    above = current;
  }
  return above[to.length] as number;
}
