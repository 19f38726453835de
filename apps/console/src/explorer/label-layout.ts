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

/** Places labels beside their points, the first ones first. One that would overlap another is left out. */
export function placeLabels(
  boxes: readonly LabelBox[],
  area: { readonly width: number; readonly height: number },
): readonly PlacedLabel[] {
  const placed: (PlacedLabel & { readonly width: number; readonly height: number })[] = [];
  for (const box of boxes) {
    const free = positions(box).find(
      ({ x, y }) =>
        x >= 0 &&
        y >= 0 &&
        x + box.width <= area.width &&
        y + box.height <= area.height &&
        placed.every(
          other =>
            x + box.width <= other.x ||
            other.x + other.width <= x ||
            y + box.height <= other.y ||
            other.y + other.height <= y,
        ),
    );
    if (free !== undefined) placed.push({ id: box.id, ...free, width: box.width, height: box.height });
  }
  return placed.map(({ id, x, y }) => ({ id, x, y }));
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
