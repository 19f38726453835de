import type { JsonValue } from '@worldwire/protocol';
import { ACTOR_FUNCTIONS } from './actor-functions.js';
import { PLACE } from './component-class.js';
import type { FunctionPlan } from './function-plan.js';
import { bool, list, name as nameType, type Property, property, string, text } from './property.js';
import { Values } from './values.js';

/** A component that every actor of a class has. The first of a class is its root. */
export interface ComponentPlan {
  readonly name: string;
  readonly class: string;
  /** The component it is attached to; the root unless given. */
  readonly parent?: string;
  readonly values?: Readonly<Record<string, JsonValue>>;
}

export interface ActorClass {
  /** "PointLight", or "BP_Door_C" of a Blueprint. */
  readonly name: string;
  readonly path: string;
  readonly base: ActorClass | undefined;
  /** Why it cannot be put into a level, where it cannot. */
  readonly refusal?: string;
  readonly components: readonly ComponentPlan[];
  /** Its own and those of the classes it stands on. */
  readonly properties: readonly Property[];
  readonly functions: readonly FunctionPlan[];
  /** What an actor has until somebody writes it: the class default object. */
  readonly defaults: Values;
}

const GAME_OBJECT = 'UnityEngine.GameObject';

export const LABEL: Property = property('ActorLabel', string, '', {
  bound: {
    component: GAME_OBJECT,
    member: 'name',
    toEngine: value => value,
    fromEngine: json => json as string,
  },
});
export const HIDDEN: Property = property('bHidden', bool, false, {
  bound: {
    component: GAME_OBJECT,
    member: 'activeSelf',
    toEngine: value => value !== true,
    fromEngine: json => json !== true,
  },
});

export const ROOT: ComponentPlan = { name: 'DefaultSceneRoot', class: 'SceneComponent' };

const actor: ActorClass = {
  name: 'Actor',
  path: '/Script/Engine.Actor',
  base: undefined,
  components: [ROOT],
  properties: [LABEL, HIDDEN, property('Tags', list(nameType), []), ...PLACE],
  functions: ACTOR_FUNCTIONS,
  defaults: new Values(),
};
const light: ActorClass = {
  ...native('Light', actor),
  refusal: 'it is only a base of PointLight, SpotLight and DirectionalLight',
};

/** The classes of the engine itself that the sample knows. */
export const NATIVE_CLASSES: readonly ActorClass[] = [
  actor,
  light,
  native('PointLight', light, { name: 'LightComponent0', class: 'PointLightComponent' }),
  native('SpotLight', light, { name: 'LightComponent0', class: 'SpotLightComponent' }),
  native('DirectionalLight', light, {
    name: 'LightComponent0',
    class: 'DirectionalLightComponent',
    values: { Intensity: 10 },
  }),
  native('StaticMeshActor', actor, { name: 'StaticMeshComponent0', class: 'StaticMeshComponent' }),
  native('CameraActor', actor, { name: 'CameraComponent', class: 'CameraComponent' }),
  native('PlayerStart', actor, { name: 'CollisionCapsule', class: 'CapsuleComponent' }, [
    property('PlayerStartTag', nameType, 'None'),
  ]),
  native('Note', actor, ROOT, [property('Text', text, '')]),
  {
    ...native('GameModeBase', actor),
    refusal: 'a level names its game mode in DefaultGameMode and does not place one',
  },
];

function native(
  name: string,
  base: ActorClass,
  root: ComponentPlan = ROOT,
  properties: readonly Property[] = [],
): ActorClass {
  return {
    name,
    path: `/Script/Engine.${name}`,
    base,
    components: [root],
    properties: [...base.properties, ...properties],
    functions: base.functions,
    defaults: new Values(),
  };
}
