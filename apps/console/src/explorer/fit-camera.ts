import { type Box, freeArea } from './free-area.js';

type Triple = readonly [number, number, number];

/** The picture in CSS pixels, and what covers it. */
export interface View {
  readonly width: number;
  readonly height: number;
  readonly covered: readonly Box[];
}

/** The directions of a camera, of length 1: `back` is from its target to the camera. */
export interface Axes {
  readonly right: Triple;
  readonly up: Triple;
  readonly back: Triple;
}

/** Room for marks and for the glow of a star. */
const MARGIN_PX = 26;

/**
 * The place of a camera from which everything is inside the free area of its picture, as large as possible: how far it is from the
 * origin along its axes. `reach` is how far everything reaches from the origin in some directions, which are not of length 1.
 */
export function fitCamera(
  { right, up, back }: Axes,
  fieldOfView: number,
  view: View,
  reach: (directions: readonly Triple[]) => readonly number[],
): { readonly across: number; readonly rise: number; readonly depth: number } {
  const free = freeArea(view, MARGIN_PX);
  const pixels = view.height / 2 / Math.tan(fieldOfView / 2);
  // The sides of the area as tangents of the angle to the axis of the camera.
  const [a, b] = [(free.left - view.width / 2) / pixels, (free.right - view.width / 2) / pixels];
  const [c, d] = [(view.height / 2 - free.bottom) / pixels, (view.height / 2 - free.top) / pixels];
  const sides = [
    sum(right, back, 1, b),
    sum(right, back, -1, -a),
    sum(up, back, 1, d),
    sum(up, back, -1, -c),
  ];
  const [toRight, toLeft, toTop, toBottom] = reach(sides) as [number, number, number, number];
  // At this depth there is room between opposite sides for what reaches that far.
  const depth = Math.max((toRight + toLeft) / (b - a), (toTop + toBottom) / (d - c));
  return {
    depth,
    across: (toRight - b * depth - toLeft - a * depth) / 2,
    rise: (toTop - d * depth - toBottom - c * depth) / 2,
  };
}

function sum(one: Triple, other: Triple, a: number, b: number): Triple {
  return [one[0] * a + other[0] * b, one[1] * a + other[1] * b, one[2] * a + other[2] * b];
}
