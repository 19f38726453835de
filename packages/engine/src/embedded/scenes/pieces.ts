import type { Blueprint, ComponentPlan } from '../model/blueprint.js';

export type Triple = readonly [number, number, number];

/** A mesh, by default with a collider. */
export function solid(
  name: string,
  mesh: 'Cube' | 'Sphere' | 'Cylinder' | 'Capsule',
  place: { readonly position: Triple; readonly scale?: Triple; readonly rotation?: Triple },
  color: Triple,
  more: Omit<Partial<Blueprint>, 'name'> = {},
): Blueprint {
  const round = mesh === 'Sphere';
  const tall = mesh === 'Cylinder' || mesh === 'Capsule';
  return {
    name,
    ...place,
    ...more,
    components: [
      { type: 'UnityEngine.MeshFilter', members: { mesh } },
      { type: 'UnityEngine.MeshRenderer', members: { color } },
      round
        ? { type: 'UnityEngine.SphereCollider' }
        : { type: 'UnityEngine.BoxCollider', members: tall ? { size: [1, 2, 1] } : {} },
      ...(more.components ?? []),
    ],
  };
}

export function mainCamera(position: Triple, rotation: Triple): Blueprint {
  return {
    name: 'Main Camera',
    tag: 'MainCamera',
    position,
    rotation,
    components: [{ type: 'UnityEngine.Camera' }, { type: 'UnityEngine.AudioListener' }],
  };
}

export function light(
  name: string,
  kind: string,
  members: Record<string, unknown>,
  place: Partial<Blueprint>,
): Blueprint {
  return { name, ...place, components: [{ type: 'UnityEngine.Light', members: { type: kind, ...members } }] };
}

export function health(points: number, more: Record<string, unknown> = {}): ComponentPlan {
  return { type: 'Worldwire.Health', members: { maximum: points, current: points, ...more } };
}

/** A folder of the hierarchy. */
export function group(name: string, children: readonly Blueprint[]): Blueprint {
  return { name, children };
}
