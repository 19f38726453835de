export interface LabelBox {
  readonly id: string;
  /** The point that the label belongs to. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlacedLabel {
  readonly id: string;
  /** Of the upper left corner. */
  readonly x: number;
  readonly y: number;
}

const GAP = 7;

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Half the size of the symbol at a point. */
const SYMBOL = 5;

/** Places labels beside their points, the first ones first, beside the symbols of others if there is room. One that would overlap another is left out. */
export function placeLabels(
  boxes: readonly LabelBox[],
  area: { readonly width: number; readonly height: number },
): readonly PlacedLabel[] {
  const symbols = boxes.map(({ x, y }) => ({
    x: x - SYMBOL,
    y: y - SYMBOL,
    width: 2 * SYMBOL,
    height: 2 * SYMBOL,
  }));
  const placed: (PlacedLabel & Rectangle)[] = [];
  for (const { id, width, height, ...point } of boxes) {
    const free = positions({ id, width, height, ...point })
      .map(spot => ({ id, width, height, ...spot }))
      .filter(spot => isInside(spot, area) && !placed.some(other => isOver(spot, other)));
    const best = free.find(spot => !symbols.some(symbol => isOver(spot, symbol))) ?? free[0];
    if (best !== undefined) placed.push(best);
  }
  return placed.map(({ id, x, y }) => ({ id, x, y }));
}

function isInside(
  { x, y, width, height }: Rectangle,
  area: { readonly width: number; readonly height: number },
) {
  return x >= 0 && y >= 0 && x + width <= area.width && y + height <= area.height;
}

function isOver(a: Rectangle, b: Rectangle): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Right, left, above and below the point. */
function positions({ x, y, width, height }: LabelBox): readonly { readonly x: number; readonly y: number }[] {
  return [
    { x: x + GAP, y: y - height / 2 },
    { x: x - GAP - width, y: y - height / 2 },
    { x: x - width / 2, y: y - GAP - height },
    { x: x - width / 2, y: y + GAP },
  ];
}
