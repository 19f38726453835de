import { Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import { isPlace } from '../reflection/single.js';

/**
 * World transforms, computed on demand: a pass over all nodes in each frame would cost the size of the scene. Angles are in degrees, applied
 * around Z, then X, then Y; forward is +Z.
 */
export function worldMatrix(node: Object3D): Matrix4 {
  node.updateWorldMatrix(true, false);
  return node.matrixWorld;
}

export function worldPosition(node: Object3D): Vector3 {
  return new Vector3().setFromMatrixPosition(worldMatrix(node));
}

export function worldRotation(node: Object3D): Quaternion {
  const rotation = node.quaternion.clone();
  for (let above = node.parent; above !== null; above = above.parent) rotation.premultiply(above.quaternion);
  return rotation;
}

export function worldScale(node: Object3D): Vector3 {
  return new Vector3().setFromMatrixScale(worldMatrix(node));
}

/** Returns false, and does not move the node, if a parent has the scale 0 or the position is out of range. */
export function setWorldPosition(node: Object3D, position: Vector3): boolean {
  const place = position.clone();
  if (node.parent !== null) place.applyMatrix4(worldMatrix(node.parent).clone().invert());
  if (!isPlace(place)) return false;
  node.position.copy(place);
  return true;
}

export function setWorldRotation(node: Object3D, rotation: Quaternion): void {
  node.quaternion.copy(rotation);
  if (node.parent !== null) node.quaternion.premultiply(worldRotation(node.parent).invert());
}

/** Changes the parent of a node and keeps its world transform if possible. */
export function placeUnder(node: Object3D, parent: Object3D | null): void {
  const matrix = worldMatrix(node).clone();
  const at = new Vector3().setFromMatrixPosition(matrix);
  const turned = worldRotation(node);
  if (parent !== null) matrix.premultiply(worldMatrix(parent).clone().invert());
  const [place, turn, scale] = [new Vector3(), new Quaternion(), new Vector3()];
  matrix.decompose(place, turn, scale);
  node.parent = parent;
  if (matrix.determinant() !== 0 && isPlace(place) && isPlace(scale) && Number.isFinite(turn.length())) {
    node.position.copy(place);
    node.quaternion.copy(turn);
    node.scale.copy(scale);
    return;
  }
  // With the scale 0 the matrix cannot be decomposed.
  setWorldPosition(node, at);
  setWorldRotation(node, turned);
}

/** The rotation that looks along a direction; undefined for a zero vector. */
export function lookRotation(direction: Vector3, up = new Vector3(0, 1, 0)): Quaternion | undefined {
  const forward = direction.clone().normalize();
  if (!(forward.lengthSq() > 0)) return undefined;
  const right = new Vector3().crossVectors(up, forward);
  // Straight up or down, "right" is undefined.
  if (right.lengthSq() < 1e-12) right.set(1, 0, 0);
  right.normalize();
  const matrix = new Matrix4().makeBasis(right, new Vector3().crossVectors(forward, right), forward);
  return new Quaternion().setFromRotationMatrix(matrix);
}
