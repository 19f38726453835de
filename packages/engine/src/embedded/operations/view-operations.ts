import { EngineError } from '../../port/engine-error.js';
import type { ParamsOf, PickHit } from '../../port/operations.js';
import type { Vector3 } from '../../port/value.js';
import type { Camera } from '../components/camera.js';
import { SCREEN } from '../model/screen.js';
import type { World } from '../model/world.js';
import { checkTexts, requireVector } from '../params/check-params.js';
import { Pictures } from '../picture/picture.js';
import type { Freecam } from '../view/freecam.js';
import { plain } from '../view/plain.js';
import { pickUi } from '../view/ui-pick.js';
import { pickWorld, type WorldHit } from '../view/world-pick.js';
import type { Handlers } from './handlers.js';

export function viewOperations(
  world: World,
  freecam: Freecam,
): Handlers<'camera.get' | 'freecam.get' | 'freecam.set' | 'pick.world' | 'pick.ui' | 'view.capture'> {
  const pictures = new Pictures(world);
  return {
    'camera.get': () => freecam.describeActive(),

    'freecam.get': () => freecam.describe(),

    'freecam.set': ({ enabled, speed, position, rotation }) => {
      checkVector('position', position);
      checkVector('rotation', rotation);
      if (speed !== undefined && !Number.isFinite(speed))
        throw new EngineError('invalid', `speed is ${speed}`, 'send a number from 0.1 to 100');
      const before = freecam.describe();
      if (speed !== undefined) freecam.speed = speed;
      if (position !== undefined || rotation !== undefined) freecam.move(position, rotation);
      if (enabled !== undefined) freecam.enabled = enabled;
      return { before, after: freecam.describe() };
    },

    'pick.world': params => {
      const { view } = freecam;
      if (view === undefined) return [];
      const { x, y } = placeOf(params);
      return isInPicture(x, y) ? pickWorld(world, view, x, y).map(worldHit) : [];
    },

    'view.capture': params => {
      checkTexts(params, 'focus', 'camera');
      const { camera } = params;
      if (camera !== undefined) cameraOf(world, camera);
      return pictures.take(params, () =>
        camera === undefined ? freecam.view : cameraOf(world, camera).view,
      );
    },

    'pick.ui': params => {
      const { x, y } = placeOf(params);
      if (!isInPicture(x, y)) return [];
      const point = { x: x * SCREEN.width, y: y * SCREEN.height, z: 0 };
      return pickUi(world, x, y).map(({ id, name, path }) => ({ id, name, path, distance: 0, point }));
    },
  };
}

/** From 0 to 1, from the upper left corner. */
function placeOf({ x, y, normalized = false }: ParamsOf<'pick.world'>): { x: number; y: number } {
  const scale = normalized ? { width: 1, height: 1 } : SCREEN;
  return { x: part(x, scale.width), y: part(y, scale.height) };
}

/** The middle by default. */
function part(at: number | undefined, whole: number): number {
  if (at === undefined) return 0.5;
  if (Number.isFinite(at)) return at / whole;
  throw new EngineError(
    'invalid',
    'x and y must be numbers',
    `the picture has ${SCREEN.width} by ${SCREEN.height} pixels`,
  );
}

/** The edges belong to the picture. */
function isInPicture(x: number, y: number): boolean {
  return x >= 0 && x <= 1 && y >= 0 && y <= 1;
}

/** The camera of an object, which need not be enabled. */
function cameraOf(world: World, id: string): Camera {
  const object = world.get(id);
  const found = object.component<Camera>('UnityEngine.Camera');
  if (found !== undefined) return found;
  throw new EngineError(
    'invalid',
    `${object.path} has no Camera`,
    'list objects of the type Camera, and send the id of one',
  );
}

function checkVector(name: string, vector: Vector3 | undefined): void {
  if (vector !== undefined) requireVector(name, vector);
}

function worldHit({ object: { id, name, path }, distance, point, normal }: WorldHit): PickHit {
  return { id, name, path, distance, point: plain(point), normal: plain(normal) };
}
