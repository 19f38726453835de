import { PackageError } from '../bytes/package-error.js';
import type { PropertyValue } from '../format/package.js';
import { type Field, fixedStructs } from './fixed-structs.js';
import { single } from './numbers.js';
import type { ValueScope } from './value-scope.js';

/** A list as in memory, after the size of its elements. */
export function readBulk<T>(scope: ValueScope, bytes: number, read: (index: number) => T): T[] {
  if (scope.cursor.i32() !== bytes)
    throw new PackageError(
      'unsupported',
      'The size of the elements of a list is unknown.',
      scope.cursor.offset,
    );
  return scope.list(bytes, read);
}

/** The keys of a bone, in single precision in all versions. */
function animationTrack(scope: ValueScope): PropertyValue {
  const { Vector3f, Quat4f } = fixedStructs;
  return {
    PosKeys: readBulk(scope, 12, () => Vector3f!(scope)),
    RotKeys: readBulk(scope, 16, () => Quat4f!(scope)),
    ScaleKeys: readBulk(scope, 12, () => Vector3f!(scope)),
  };
}

/** Probabilities of triangles, which the engine computes. */
function sampler(scope: ValueScope): { readonly Triangles: number; readonly TotalWeight: PropertyValue } {
  const { cursor } = scope;
  const triangles = cursor.count(4);
  cursor.skip(triangles * 4);
  cursor.skip(cursor.count(4) * 4);
  return { Triangles: triangles, TotalWeight: single(cursor.f32()) };
}

function samplingRegion(scope: ValueScope): PropertyValue {
  const { cursor } = scope;
  const integers = () => scope.list(4, () => cursor.i32());
  const triangles = integers();
  const bones = integers();
  const area = sampler(scope);
  const vertices = cursor.left >= 4 ? integers() : [];
  return { TriangleIndices: triangles, BoneIndices: bones, AreaWeightedSampler: area, Vertices: vertices };
}

export const bulkStructs: Readonly<Record<string, Field>> = {
  RawAnimSequenceTrack: animationTrack,
  SkeletalMeshSamplingLODBuiltData: sampler,
  SkeletalMeshSamplingRegionBuiltData: samplingRegion,
};
