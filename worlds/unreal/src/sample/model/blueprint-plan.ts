import type { ActorClass, ComponentPlan } from './actor-class.js';
import type { FunctionPlan } from './function-plan.js';
import type { NodePlan } from './graph.js';
import type { Property } from './property.js';
import { Values } from './values.js';

/** A function of a Blueprint: what it does here, and the graph by which it would do it in Unreal. */
export interface BlueprintFunction extends FunctionPlan {
  readonly nodes: readonly NodePlan[];
}

export interface BlueprintPlan {
  /** Of the package. */
  readonly path: string;
  readonly description: string;
  /** The name of a native class. */
  readonly parent: string;
  /** An interface has functions that others fill in, and nothing else. */
  readonly isInterface?: true;
  /** Packages of the interfaces it implements. */
  readonly interfaces: readonly string[];
  readonly variables: readonly Property[];
  readonly components: readonly ComponentPlan[];
  readonly functions: readonly BlueprintFunction[];
  /** The nodes of its event graph. */
  readonly events: readonly NodePlan[];
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** "/Game/Doors/BP_Door.BP_Door": the object that a package is there for. */
export function objectPath(path: string): string {
  return `${path}.${nameOf(path)}`;
}

/** "/Game/Doors/BP_Door.BP_Door_C": the class that a Blueprint makes. */
export function classPath(path: string): string {
  return `${objectPath(path)}_C`;
}

export function classOfBlueprint(plan: BlueprintPlan, base: ActorClass): ActorClass {
  const { refusal } = base;
  return {
    name: `${nameOf(plan.path)}_C`,
    path: classPath(plan.path),
    base,
    ...(refusal === undefined ? {} : { refusal }),
    components: plan.components.length === 0 ? base.components : plan.components,
    properties: [...base.properties, ...plan.variables],
    functions: [...base.functions, ...plan.functions],
    defaults: new Values(),
  };
}
