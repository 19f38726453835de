import { type Box3, Matrix4, Vector3 } from 'three';
import { halfSize, type View } from '../model/screen.js';

/** Where a box is, if no part of it is in the picture. */
export type Outside = 'behind' | 'left' | 'right' | 'above' | 'below' | 'too-near' | 'too-far';

const SIDES: readonly [Outside, (eye: Eye, corner: Vector3) => boolean][] = [
  ['behind', (_, { z }) => z <= 0],
  ['too-near', ({ view }, { z }) => z < view.near],
  ['too-far', ({ view }, { z }) => z > view.far],
  ['left', ({ half }, { x, z }) => x < -z * half.x],
  ['right', ({ half }, { x, z }) => x > z * half.x],
  ['below', ({ half }, { y, z }) => y < -z * half.y],
  ['above', ({ half }, { y, z }) => y > z * half.y],
];

/** A camera at one moment: transforms to its coordinates, x to the right, y up and z forward. */
export class Eye {
  readonly half: { readonly x: number; readonly y: number };
  /** From world space. */
  readonly matrix: Matrix4;
  readonly #corners = Array.from({ length: 8 }, () => new Vector3());
  readonly #toEye = new Matrix4();

  constructor(readonly view: View) {
    this.half = halfSize(view);
    this.matrix = new Matrix4().compose(view.position, view.rotation, new Vector3(1, 1, 1)).invert();
  }

  /** Undefined if a part of the box may be in the picture. The box is in the coordinates of the matrix. */
  outside(box: Box3, matrix: Matrix4): Outside | undefined {
    this.#toEye.multiplyMatrices(this.matrix, matrix);
    const { min, max } = box;
    for (const [at, corner] of this.#corners.entries()) {
      corner.set(at & 1 ? max.x : min.x, at & 2 ? max.y : min.y, at & 4 ? max.z : min.z);
      corner.applyMatrix4(this.#toEye);
    }
    for (const [side, test] of SIDES) if (this.#corners.every(corner => test(this, corner))) return side;
    return undefined;
  }
}
