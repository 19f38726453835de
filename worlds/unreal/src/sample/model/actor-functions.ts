import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { FunctionPlan, Parameter, Self } from './function-plan.js';
import { bool, color, double, rotator, string, struct, vector } from './property.js';

const MOVED: Parameter = { name: 'ReturnValue', type: bool };

/** What every actor can do. */
export const ACTOR_FUNCTIONS: readonly FunctionPlan[] = [
  getter('GetActorLabel', 'ActorLabel', string),
  setter('SetActorLabel', { name: 'NewActorLabel', type: string }, 'ActorLabel', [
    { name: 'bMarkDirty', type: bool, initial: true },
  ]),
  getter('K2_GetActorLocation', 'RelativeLocation', vector),
  {
    name: 'K2_SetActorLocation',
    inputs: [
      { name: 'NewLocation', type: vector },
      { name: 'bSweep', type: bool, initial: false },
      { name: 'bTeleport', type: bool, initial: false },
    ],
    outputs: [{ name: 'SweepHitResult', type: struct('HitResult') }, MOVED],
    run: async (self, { NewLocation }) => {
      await self.set('RelativeLocation', NewLocation as JsonValue);
      // Nothing stands in the way in a scene without collisions.
      return { SweepHitResult: { bBlockingHit: false }, ReturnValue: true };
    },
  },
  getter('K2_GetActorRotation', 'RelativeRotation', rotator),
  {
    name: 'K2_SetActorRotation',
    inputs: [
      { name: 'NewRotation', type: rotator },
      { name: 'bTeleportPhysics', type: bool, initial: false },
    ],
    outputs: [MOVED],
    run: async (self, { NewRotation }) => {
      await self.set('RelativeRotation', NewRotation as JsonValue);
      return { ReturnValue: true };
    },
  },
  getter('GetActorScale3D', 'RelativeScale3D', vector),
  setter('SetActorScale3D', { name: 'NewScale3D', type: vector }, 'RelativeScale3D'),
  setter('SetActorHiddenInGame', { name: 'bNewHidden', type: bool }, 'bHidden'),
  {
    name: 'K2_DestroyActor',
    inputs: [],
    outputs: [],
    run: async self => {
      await self.destroy();
      return {};
    },
  },
];

const SCENE_FUNCTIONS: readonly FunctionPlan[] = [
  setter('SetVisibility', { name: 'bNewVisibility', type: bool }, 'bVisible', [
    { name: 'bPropagateToChildren', type: bool, initial: false },
  ]),
];
const LIGHT_FUNCTIONS: readonly FunctionPlan[] = [
  setter('SetIntensity', { name: 'NewIntensity', type: double(0, 1e9) }, 'Intensity'),
  setter('SetLightFColor', { name: 'NewLightColor', type: color }, 'LightColor'),
];

/** What components can do, by the class that begins it. */
export const COMPONENT_FUNCTIONS: ReadonlyMap<string, readonly FunctionPlan[]> = new Map([
  ['SceneComponent', SCENE_FUNCTIONS],
  ['LightComponent', LIGHT_FUNCTIONS],
]);

function getter(name: string, property: string, type: Parameter['type']): FunctionPlan {
  const run = async (self: Self): Promise<JsonObject> => ({ ReturnValue: await self.get(property) });
  return { name, inputs: [], outputs: [{ name: 'ReturnValue', type }], run };
}

function setter(
  name: string,
  parameter: Parameter,
  property: string,
  more: readonly Parameter[] = [],
): FunctionPlan {
  const run = async (self: Self, inputs: JsonObject): Promise<JsonObject> => {
    await self.set(property, inputs[parameter.name] as JsonValue);
    return {};
  };
  return { name, inputs: [parameter, ...more], outputs: [], run };
}
