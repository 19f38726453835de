import type { Box } from '../../explorer/free-area.js';

export interface LabelWish {
  readonly key: string;
  /** The body on the picture, and how far its label stays away, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly gap: number;
  readonly width: number;
  readonly height: number;
  readonly priority: number;
}

export interface LabelPlace {
  readonly key: string;
  readonly x: number;
  readonly y: number;
}

const MARGIN = 3;

/**
 * Places labels beside their bodies, the most important first, without overlaps and outside `covered`. A label without room is
 * left out.
 */
export function placeLabels(
  wishes: readonly LabelWish[],
  view: { readonly width: number; readonly height: number },
  max: number,
  covered: readonly Box[] = [],
): LabelPlace[] {
  const taken: Box[] = [...covered];
  const places: LabelPlace[] = [];
  for (const wish of [...wishes].sort((one, other) => other.priority - one.priority)) {
    if (places.length >= max) break;
    for (const [x, y] of sidesOf(wish)) {
      const box = { left: x, top: y, right: x + wish.width, bottom: y + wish.height };
      const inside = box.left >= 0 && box.top >= 0 && box.right <= view.width && box.bottom <= view.height;
      if (!inside || taken.some(other => overlaps(box, other))) continue;
      taken.push(box);
      places.push({ key: wish.key, x, y });
      break;
    }
  }
  return places;
}

/** Right, left, above, below. */
function sidesOf({ x, y, gap, width, height }: LabelWish): readonly (readonly [number, number])[] {
  return [
    [x + gap, y - height / 2],
    [x - gap - width, y - height / 2],
    [x - width / 2, y - gap - height],
    [x - width / 2, y + gap],
  ];
}

function overlaps(one: Box, other: Box): boolean {
  return (
    one.left < other.right + MARGIN &&
    one.right + MARGIN > other.left &&
    one.top < other.bottom + MARGIN &&
    one.bottom + MARGIN > other.top
  );
}
