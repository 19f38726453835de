import { type Box3, Matrix4, Vector3 } from 'three';
import { halfSize, type View } from '../model/screen.js';

/** Where a box is, if no part of it is in the picture: the first that holds for all its corners. */
const SIDES = ['behind', 'too-near', 'too-far', 'left', 'right', 'below', 'above'] as const;
export type Outside = (typeof SIDES)[number];

const corner = new Vector3();

/** A camera at one moment: transforms to its coordinates, x to the right, y up and z forward. */
export class Eye {
  readonly half: { readonly x: number; readonly y: number };
  /** From world space. */
  readonly matrix: Matrix4;
  readonly #toEye = new Matrix4();

  constructor(readonly view: View) {
    this.half = halfSize(view);
    this.matrix = new Matrix4().compose(view.position, view.rotation, new Vector3(1, 1, 1)).invert();
  }

  /** Undefined if a part of the box may be in the picture. The box is in the coordinates of the matrix. */
  outside({ min, max }: Box3, matrix: Matrix4): Outside | undefined {
    this.#toEye.multiplyMatrices(this.matrix, matrix);
    // A bit for each side that all corners so far are on.
    let sides = (1 << SIDES.length) - 1;
    for (let at = 0; at < 8 && sides !== 0; at++) {
      corner.set(at & 1 ? max.x : min.x, at & 2 ? max.y : min.y, at & 4 ? max.z : min.z);
      sides &= this.#sidesOf(corner.applyMatrix4(this.#toEye));
    }
    return SIDES.find((_, at) => sides & (1 << at));
  }

  /** The bits of the sides that a point is on. */
  #sidesOf({ x, y, z }: Vector3): number {
    const { near, far } = this.view;
    const across = z * this.half.x;
    const up = z * this.half.y;
    return (
      (z <= 0 ? 1 : 0) |
      (z < near ? 2 : 0) |
      (z > far ? 4 : 0) |
      (x < -across ? 8 : 0) |
      (x > across ? 16 : 0) |
      (y < -up ? 32 : 0) |
      (y > up ? 64 : 0)
    );
  }
}
