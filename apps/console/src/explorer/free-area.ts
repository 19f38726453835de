export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** More panels than this do not change which area is the largest. */
const MAX_COVERS = 12;
/** A free area that is narrower shows nothing: panels may cover what is drawn then. */
const MIN_SIDE_PX = 80;

/** The largest area of a picture that no panel covers, less a margin on each side. */
export function freeArea(
  {
    width,
    height,
    covered,
  }: { readonly width: number; readonly height: number; readonly covered: readonly Box[] },
  margin = 0,
): Box {
  const whole = { left: 0, top: 0, right: width, bottom: height };
  const boxes = covered.slice(0, MAX_COVERS);
  const [xs, ys] = [
    edges(
      width,
      boxes.flatMap(({ left, right }) => [left, right]),
    ),
    edges(
      height,
      boxes.flatMap(({ top, bottom }) => [top, bottom]),
    ),
  ];
  let best: Box | undefined;
  for (const [left, right] of pairs(xs))
    for (const [top, bottom] of pairs(ys)) {
      const box = { left, top, right, bottom };
      if (right - left < MIN_SIDE_PX || bottom - top < MIN_SIDE_PX) continue;
      if (best !== undefined && areaOf(box) <= areaOf(best)) continue;
      if (!boxes.some(other => overlaps(box, other))) best = box;
    }
  return inset(best ?? whole, margin);
}

function edges(end: number, given: readonly number[]): number[] {
  const inside = given.filter(value => value > 0 && value < end);
  return [...new Set([0, ...inside, end])].sort((one, other) => one - other);
}

function* pairs(values: readonly number[]): Generator<readonly [number, number]> {
  for (let low = 0; low < values.length; low++)
    for (let high = low + 1; high < values.length; high++) yield [values[low]!, values[high]!];
}

function areaOf({ left, top, right, bottom }: Box): number {
  return (right - left) * (bottom - top);
}

function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** A margin takes at most a quarter of a side. */
function inset({ left, top, right, bottom }: Box, margin: number): Box {
  const [x, y] = [Math.min(margin, (right - left) / 4), Math.min(margin, (bottom - top) / 4)];
  return { left: left + x, top: top + y, right: right - x, bottom: bottom - y };
}
