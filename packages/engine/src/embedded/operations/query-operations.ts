import { Vector3 } from 'three';
import { EngineError } from '../../port/engine-error.js';
import type { OverlapParams } from '../../port/queries.js';
import type { Pointer } from '../input/pointer.js';
import type { World } from '../model/world.js';
import { checkFlags, checkTexts, pageOf, requireVector, shown } from '../params/check-params.js';
import type { Shape } from '../physics/contact.js';
import { firstHit, overlapping } from '../physics/queries.js';
import type { Profiler } from '../play/profiler.js';
import { isSingle } from '../reflection/single.js';
import { Controls } from '../view/controls.js';
import { plain } from '../view/plain.js';
import type { Handlers } from './handlers.js';

export function queryOperations(
  world: World,
  pointer: Pointer,
  profiler: Profiler,
): Handlers<'physics.ray' | 'physics.overlap' | 'ui.list' | 'profile.read'> {
  return {
    'physics.ray': ({ from, to }) => {
      requireVector('from', from);
      requireVector('to', to);
      const [start, end] = [vectorOf(from), vectorOf(to)];
      if (start.equals(end))
        throw new EngineError('invalid', 'from and to are the same place', 'send two places that differ');
      const hit = firstHit(world, start, end);
      if (hit === undefined) return null;
      const { object, point, normal, distance } = hit;
      return { id: object.id, path: object.path, point: plain(point), normal: plain(normal), distance };
    },

    'physics.overlap': params => {
      const found = overlapping(world, shapeOf(params));
      return pageOf(
        found.map(({ id, path }) => ({ id, path })),
        params,
      );
    },

    'ui.list': params => {
      checkFlags(params, 'clickable');
      checkTexts(params, 'root');
      const { root, clickable } = params;
      const controls = new Controls(world, pointer.focus);
      const all = controls.visible(root === undefined ? undefined : world.get(root));
      const chosen =
        clickable === undefined ? all : all.filter(each => controls.isClickable(each) === clickable);
      const { total, items } = pageOf(chosen, params);
      return { total, items: items.map(each => controls.describe(each)) };
    },

    'profile.read': ({ seconds }) => profiler.measure(seconds),
  };
}

function vectorOf({ x, y, z }: { readonly x: number; readonly y: number; readonly z: number }): Vector3 {
  return new Vector3(x, y, z);
}

function shapeOf({ at, radius, box }: OverlapParams): Shape {
  requireVector('at', at);
  const center = vectorOf(at);
  if ((radius === undefined) === (box === undefined))
    throw new EngineError(
      'invalid',
      'the shape has one of radius and box',
      'send the radius of a sphere, or half extents',
    );
  if (radius !== undefined) {
    if (isSingle(radius) && radius > 0) return { center, radius };
    throw new EngineError('invalid', `radius is ${shown(radius)}`, 'send a number above 0');
  }
  requireVector('box', box);
  const half = vectorOf(box as Vector3);
  if (half.x > 0 && half.y > 0 && half.z > 0) return { center, half };
  throw new EngineError('invalid', `box is ${shown(box)}`, 'send half extents above 0');
}
