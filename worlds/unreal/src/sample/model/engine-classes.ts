import type { JsonObject, JsonValue } from '@worldwire/protocol';
import {
  type ComponentPlan,
  derive,
  type FunctionPlan,
  type ObjectClass,
  type Property,
  plan,
  property,
  type Signature,
} from './object-class.js';
import {
  bool,
  classOf,
  color,
  double,
  enumeration,
  list,
  name,
  object,
  type PropertyType,
  rotator,
  string,
  struct,
  text,
  vector,
} from './property-type.js';

export const LOCATION = property('RelativeLocation', vector, { X: 0, Y: 0, Z: 0 });
export const ROTATION = property('RelativeRotation', rotator, { Pitch: 0, Yaw: 0, Roll: 0 });
export const SCALE = property('RelativeScale3D', vector, { X: 1, Y: 1, Z: 1 });
/** The transform of an actor is that of its root component. */
export const PLACE: readonly Property[] = [LOCATION, ROTATION, SCALE];
export const LABEL = property('ActorLabel', string, '');
export const HIDDEN = property('bHidden', bool, false);

const MOBILITY = enumeration('EComponentMobility', ['Static', 'Stationary', 'Movable']);

const VISIBLE = property('bVisible', bool, true);
const INTENSITY = property('Intensity', double(0, 1e9), 5_000);
const LIGHT_COLOR = property('LightColor', color, { R: 255, G: 255, B: 255, A: 255 });

/** Outputs with their values. */
type Outputs = Readonly<Record<string, readonly [PropertyType, JsonValue]>>;

const SWEEP: Signature = { bSweep: [bool, false], bTeleport: [bool, false] };
const DONE: Outputs = { ReturnValue: [bool, true] };
/** Without collisions nothing blocks a movement. */
const SWEPT: Outputs = { SweepHitResult: [struct('HitResult'), { bBlockingHit: false }], ...DONE };

const scene = derive(undefined, 'SceneComponent', {
  properties: [...PLACE, VISIBLE, property('Mobility', MOBILITY, 'Movable')],
  functions: [setter('SetVisibility', { bNewVisibility: VISIBLE }, { bPropagateToChildren: [bool, false] })],
});
const light = derive(scene, 'LightComponent', {
  properties: [INTENSITY, LIGHT_COLOR, property('CastShadows', bool, true)],
  functions: [
    setter('SetIntensity', { NewIntensity: INTENSITY }),
    setter('SetLightFColor', { NewLightColor: LIGHT_COLOR }),
  ],
});
const reach = property('AttenuationRadius', double(8, 16_384), 1_000);

export const COMPONENT_CLASSES: ReadonlyMap<string, ObjectClass> = new Map(
  [
    scene,
    light,
    derive(scene, 'StaticMeshComponent', {
      properties: [
        property('StaticMesh', object('StaticMesh'), null),
        property('OverrideMaterials', list(object('MaterialInterface')), []),
        property('CastShadow', bool, true),
      ],
    }),
    derive(light, 'PointLightComponent', { properties: [reach] }),
    derive(light, 'SpotLightComponent', {
      properties: [
        reach,
        property('InnerConeAngle', double(0, 80), 0),
        property('OuterConeAngle', double(0, 80), 44),
      ],
    }),
    derive(light, 'DirectionalLightComponent'),
    derive(scene, 'CameraComponent', { properties: [property('FieldOfView', double(5, 170), 90)] }),
    derive(scene, 'ChildActorComponent', {
      properties: [property('ChildActorClass', classOf('Actor'), null)],
    }),
    derive(scene, 'CapsuleComponent', {
      properties: [
        property('CapsuleRadius', double(0, 1e6), 40),
        property('CapsuleHalfHeight', double(0, 1e6), 92),
      ],
    }),
  ].map(each => [each.name, each]),
);

export const ROOT: ComponentPlan = { name: 'DefaultSceneRoot', class: 'SceneComponent' };

const actor = derive(undefined, 'Actor', {
  components: [ROOT],
  properties: [LABEL, HIDDEN, property('Tags', list(name), []), ...PLACE],
  functions: [
    getter('GetActorLabel', LABEL),
    setter('SetActorLabel', { NewActorLabel: LABEL }, { bMarkDirty: [bool, true] }),
    getter('K2_GetActorLocation', LOCATION),
    setter('K2_SetActorLocation', { NewLocation: LOCATION }, SWEEP, SWEPT),
    getter('K2_GetActorRotation', ROTATION),
    setter('K2_SetActorRotation', { NewRotation: ROTATION }, { bTeleportPhysics: [bool, false] }, DONE),
    setter('K2_SetActorLocationAndRotation', { NewLocation: LOCATION, NewRotation: ROTATION }, SWEEP, SWEPT),
    getter('GetActorScale3D', SCALE),
    setter('SetActorScale3D', { NewScale3D: SCALE }),
    setter('SetActorHiddenInGame', { bNewHidden: HIDDEN }),
    plan('K2_DestroyActor', {}, {}, self => {
      self.destroy();
      return {};
    }),
  ],
});
const anyLight = derive(actor, 'Light', {
  refusal: 'it is only a base of PointLight, SpotLight and DirectionalLight',
});

/** The actor classes of the engine. */
export const ACTOR_CLASSES: readonly ObjectClass[] = [
  actor,
  anyLight,
  derive(anyLight, 'PointLight', rooted('LightComponent0', 'PointLightComponent')),
  derive(anyLight, 'SpotLight', rooted('LightComponent0', 'SpotLightComponent')),
  derive(
    anyLight,
    'DirectionalLight',
    rooted('LightComponent0', 'DirectionalLightComponent', { Intensity: 10 }),
  ),
  derive(actor, 'StaticMeshActor', rooted('StaticMeshComponent0', 'StaticMeshComponent')),
  derive(actor, 'CameraActor', rooted('CameraComponent', 'CameraComponent')),
  derive(actor, 'PlayerStart', {
    ...rooted('CollisionCapsule', 'CapsuleComponent'),
    properties: [property('PlayerStartTag', name, 'None')],
  }),
  derive(actor, 'Note', { properties: [property('Text', text, '')] }),
  derive(actor, 'GameModeBase', {
    refusal: 'a level names its game mode in DefaultGameMode and does not place one',
  }),
];

export function componentClass(className: string): ObjectClass {
  return COMPONENT_CLASSES.get(className) as ObjectClass;
}

function rooted(
  component: string,
  className: string,
  values: JsonObject = {},
): Pick<ObjectClass, 'components'> {
  return { components: [{ name: component, class: className, values }] };
}

function getter(functionName: string, { name: of, type }: Property): FunctionPlan {
  return plan(functionName, {}, { ReturnValue: type }, self => ({ ReturnValue: self.get(of) }));
}

/** Sets each property to its parameter. `outputs` have the values that are returned. */
function setter(
  functionName: string,
  sets: Readonly<Record<string, Property>>,
  options: Signature = {},
  outputs: Outputs = {},
): FunctionPlan {
  const inputs = Object.entries(sets).map(([input, { type }]) => [input, type] as const);
  return plan(functionName, { ...Object.fromEntries(inputs), ...options }, outputs, (self, given) => {
    for (const [input, { name: of }] of Object.entries(sets)) self.set(of, given[input] as JsonValue);
    return Object.fromEntries(Object.entries(outputs).map(([output, [, value]]) => [output, value]));
  });
}
