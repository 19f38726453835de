import type { JsonObject } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { Classes } from './model/classes.js';
import { Actor } from './model/model-object.js';
import type { ObjectClass } from './model/object-class.js';
import { placeOf } from './place.js';

const [actorClass] = new Classes([]).all as [ObjectClass];

/** The place of a component 100 cm ahead of its actor. */
function ahead(values: JsonObject) {
  const child = {
    name: 'Child',
    class: 'SceneComponent',
    values: { RelativeLocation: { X: 100, Y: 0, Z: 0 } },
  };
  const components = [...actorClass.components, child];
  const actor = new Actor('A', { ...actorClass, components }, '/Game/Maps/M', each => each.initial);
  actor.fill(values);
  const { location, yaw, scale } = placeOf(actor.components[1] as never);
  const round = (value: number) => Math.round(value * 1e6) / 1e6 + 0;
  return { at: [location.x, location.y, location.z].map(round), yaw: round(yaw), scale };
}

describe('the place of a component', () => {
  it('is moved and scaled by its parents', () => {
    const RelativeScale3D = { X: 2, Y: 3, Z: 4 };
    expect(ahead({ RelativeLocation: { X: 1, Y: 2, Z: 3 }, RelativeScale3D })).toEqual({
      at: [201, 2, 3],
      yaw: 0,
      scale: { x: 2, y: 3, z: 4 },
    });
  });

  it.each([
    [{ Pitch: 0, Yaw: 90, Roll: 0 }, [0, 100, 0], 90],
    [{ Pitch: 90, Yaw: 0, Roll: 0 }, [0, 0, 100]],
    [{ Pitch: 0, Yaw: 0, Roll: 90 }, [100, 0, 0], 0],
    [{ Pitch: 180, Yaw: 0, Roll: 0 }, [-100, 0, 0], 180],
    [{ Pitch: 0, Yaw: -135, Roll: 45 }, [-70.710678, -70.710678, 0], -135],
  ])('is turned by roll, pitch and yaw: %j', (RelativeRotation, at, yaw?: number) => {
    const place = ahead({ RelativeRotation });
    expect(place.at).toEqual(at);
    if (yaw !== undefined) expect(place.yaw).toBe(yaw);
  });
});
