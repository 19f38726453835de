import type { Vector3 } from '@worldwire/engine';
import type { JsonValue } from '@worldwire/protocol';
import {
  locationFromEngine,
  locationToEngine,
  type Quaternion,
  rotationFromEngine,
  rotationToEngine,
  scaleFromEngine,
  scaleToEngine,
} from '../coordinates.js';
import {
  type Bound,
  bool,
  classOf,
  color,
  double,
  enumeration,
  list,
  object,
  type Property,
  property,
  rotator,
  vector,
} from './property.js';
import { rotatorJson, rotatorOf, vectorJson, vectorOf } from './shapes.js';

/** A class of components, and what its objects have on the engine. */
export interface ComponentClass {
  readonly name: string;
  readonly path: string;
  readonly base: string | undefined;
  /** Components of the engine beside the transform, with members to set. */
  readonly engine: readonly { readonly type: string; readonly members?: Readonly<Record<string, unknown>> }[];
  /** Its own and those of the classes it stands on. */
  readonly properties: readonly Property[];
}

const TRANSFORM = 'UnityEngine.Transform';
const LIGHT = 'UnityEngine.Light';
const RENDERER = 'UnityEngine.MeshRenderer';
const METRE = 100;
const MOBILITY = enumeration('EComponentMobility', ['Static', 'Stationary', 'Movable']);

export const LOCATION: Property = property(
  'RelativeLocation',
  vector,
  { X: 0, Y: 0, Z: 0 },
  {
    bound: {
      component: TRANSFORM,
      member: 'localPosition',
      toEngine: value => locationToEngine(vectorOf(value)),
      fromEngine: json => vectorJson(locationFromEngine(json as Vector3)),
    },
  },
);
export const ROTATION: Property = property(
  'RelativeRotation',
  rotator,
  { Pitch: 0, Yaw: 0, Roll: 0 },
  {
    bound: {
      component: TRANSFORM,
      member: 'localRotation',
      toEngine: value => rotationToEngine(rotatorOf(value)),
      fromEngine: json => rotatorJson(rotationFromEngine(json as Quaternion)),
    },
  },
);
export const SCALE: Property = property(
  'RelativeScale3D',
  vector,
  { X: 1, Y: 1, Z: 1 },
  {
    bound: {
      component: TRANSFORM,
      member: 'localScale',
      toEngine: value => scaleToEngine(vectorOf(value)),
      fromEngine: json => vectorJson(scaleFromEngine(json as Vector3)),
    },
  },
);
export const PLACE: readonly Property[] = [LOCATION, ROTATION, SCALE];

const scene: ComponentClass = {
  name: 'SceneComponent',
  path: '/Script/Engine.SceneComponent',
  base: undefined,
  engine: [],
  properties: [...PLACE, property('bVisible', bool, true), property('Mobility', MOBILITY, 'Movable')],
};
const staticMesh = derived(scene, 'StaticMeshComponent', {
  engine: [{ type: 'UnityEngine.MeshFilter' }, { type: RENDERER }],
  properties: [
    property('bVisible', bool, true, { bound: same(RENDERER, 'enabled') }),
    property('StaticMesh', object('StaticMesh'), null),
    property('OverrideMaterials', list(object('MaterialInterface')), []),
    property('CastShadow', bool, true),
  ],
});
const light = derived(scene, 'LightComponent', {
  properties: [
    property('bVisible', bool, true, { bound: same(LIGHT, 'enabled') }),
    property('Intensity', double(0, 1e9), 5_000, { bound: same(LIGHT, 'intensity') }),
    property('LightColor', color, { R: 255, G: 255, B: 255, A: 255 }, { bound: tint() }),
    property('CastShadows', bool, true),
  ],
});
const reach = property('AttenuationRadius', double(8, 16_384), 1_000, {
  bound: scaled(LIGHT, 'range', 1 / METRE),
});

/** Every class of components that an actor of the sample may have. */
export const COMPONENT_CLASSES: ReadonlyMap<string, ComponentClass> = new Map(
  [
    scene,
    staticMesh,
    light,
    derived(light, 'PointLightComponent', { engine: [lightOf('Point')], properties: [reach] }),
    derived(light, 'SpotLightComponent', {
      engine: [lightOf('Spot')],
      properties: [
        reach,
        property('InnerConeAngle', double(0, 80), 0),
        // The engine counts from edge to edge, Unreal from the middle.
        property('OuterConeAngle', double(0, 80), 44, { bound: scaled(LIGHT, 'spotAngle', 2) }),
      ],
    }),
    derived(light, 'DirectionalLightComponent', { engine: [lightOf('Directional')] }),
    derived(scene, 'CameraComponent', { properties: [property('FieldOfView', double(5, 170), 90)] }),
    derived(scene, 'ChildActorComponent', {
      properties: [property('ChildActorClass', classOf('Actor'), null)],
    }),
    derived(scene, 'CapsuleComponent', {
      properties: [
        property('CapsuleRadius', double(0, 1e6), 40),
        property('CapsuleHalfHeight', double(0, 1e6), 92),
      ],
    }),
  ].map(each => [each.name, each]),
);

export function componentClass(name: string): ComponentClass {
  return COMPONENT_CLASSES.get(name) as ComponentClass;
}

/** A property of the same name takes the place of the one it stands on. */
function derived(
  base: ComponentClass,
  name: string,
  more: { readonly engine?: ComponentClass['engine']; readonly properties?: readonly Property[] },
): ComponentClass {
  const own = more.properties ?? [];
  const names = new Set(own.map(each => each.name));
  return {
    name,
    path: `/Script/Engine.${name}`,
    base: base.name,
    engine: more.engine ?? base.engine,
    properties: [...base.properties.filter(each => !names.has(each.name)), ...own],
  };
}

function lightOf(type: 'Point' | 'Spot' | 'Directional') {
  return { type: LIGHT, members: { type } };
}

function same(component: string, member: string): Bound {
  return { component, member, toEngine: value => value, fromEngine: json => json as JsonValue };
}

function scaled(component: string, member: string, factor: number): Bound {
  return {
    component,
    member,
    toEngine: value => (value as number) * factor,
    fromEngine: json => Math.round(((json as number) / factor) * 1e6) / 1e6,
  };
}

function tint(): Bound {
  return {
    component: LIGHT,
    member: 'color',
    toEngine: value => {
      const { R, G, B, A } = value as { R: number; G: number; B: number; A: number };
      return [R / 255, G / 255, B / 255, A / 255];
    },
    fromEngine: json => {
      const { r, g, b, a } = json as { r: number; g: number; b: number; a: number };
      const byte = (part: number) => Math.round(part * 255);
      return { R: byte(r), G: byte(g), B: byte(b), A: byte(a) };
    },
  };
}
