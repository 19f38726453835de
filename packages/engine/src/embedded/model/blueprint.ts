import { writeMember } from '../reflection/invoke.js';
import type { GameObject } from './game-object.js';
import type { Scene } from './scene.js';
import type { World } from './world.js';

type Triple = readonly [number, number, number];

export interface ComponentPlan {
  readonly type: string;
  /** Members to set, as JSON. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** An object to create, with its children. Values are JSON, checked like those of callers. */
export interface Blueprint {
  readonly name: string;
  readonly tag?: string;
  readonly layer?: number;
  readonly active?: boolean;
  readonly position?: Triple;
  readonly rotation?: Triple;
  readonly scale?: Triple;
  readonly components?: readonly ComponentPlan[];
  readonly children?: readonly Blueprint[];
}

/** Creates an object, or nothing if a part of it is refused. */
export function construct(
  world: World,
  plan: Blueprint,
  parent: GameObject | null = null,
  scene?: Scene,
): GameObject {
  const object = world.create(plan.name, parent, scene);
  try {
    object.tag = plan.tag ?? object.tag;
    object.layer = plan.layer ?? parent?.layer ?? object.layer;
    for (const each of plan.components ?? []) addPlanned(world, object, each);
    const place = { localPosition: plan.position, localEulerAngles: plan.rotation, localScale: plan.scale };
    for (const [member, value] of Object.entries(place)) {
      if (value !== undefined) writeMember(object.transform.type, object.transform, member, value, world);
    }
    for (const child of plan.children ?? []) construct(world, child, object);
    if (plan.active === false) world.setActive(object, false);
  } catch (refused) {
    world.destroy(object);
    throw refused;
  }
  return object;
}

/** A component that an object can have once, such as its transform, is changed if it exists. */
function addPlanned(world: World, object: GameObject, { type: name, members = {} }: ComponentPlan): void {
  const type = world.types.get(name);
  const there = type.unique ? object.component(type.name) : undefined;
  const component = there ?? world.attach(object, type);
  for (const [member, value] of Object.entries(members)) {
    writeMember(component.type, component, member, value, world);
  }
}
