import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { BlueprintInfo, ObjectNode } from '../../port/operations.js';
import type { ActorClass, ComponentPlan } from './actor-class.js';
import { node } from './asset.js';
import { type BlueprintPlan, classPath, nameOf, objectPath } from './blueprint-plan.js';
import { componentClass } from './component-class.js';
import type { Parameter } from './function-plan.js';
import { graphOf, type NodePlan } from './graph.js';
import type { Property } from './property.js';
import type { PropertyType } from './property-type.js';

/** What a Blueprint consists of. `made` is its class; an interface has none. */
export function blueprintInfo(plan: BlueprintPlan, made: ActorClass | undefined): BlueprintInfo {
  return {
    parent: plan.isInterface ? '/Script/CoreUObject.Interface' : `/Script/Engine.${plan.parent}`,
    generatedClass: classPath(plan.path),
    interfaces: plan.interfaces.map(classPath),
    variables: plan.variables.map(variable => ({
      name: variable.name,
      type: variableType(variable.type),
      default: defaultOf(variable, made),
      ...(variable.category === undefined ? {} : { category: variable.category }),
    })),
    functions: plan.functions.map(({ name }) => ({ name, graph: name })),
    components: plan.components.map((each, at) => ({
      name: each.name,
      class: each.class,
      ...(at === 0 ? {} : { parent: parentOf(plan, each) }),
    })),
    graphs: graphs(plan).map(({ name, nodes }) => ({
      name,
      nodes: graphOf(nodes).map(each => ({ name: each.name, class: each.class, title: each.title })),
    })),
  };
}

/** The objects of its package: the Blueprint with its graphs, the class it makes, and that class's defaults. */
export function blueprintObjects(
  plan: BlueprintPlan,
  made: ActorClass | undefined,
  properties: JsonObject,
): readonly ObjectNode[] {
  const name = nameOf(plan.path);
  const whole = node(
    '/Script/Engine.Blueprint',
    name,
    { ...properties, NewVariables: variables(plan, made) },
    [...graphs(plan).map(graph), ...(plan.components.length === 0 ? [] : [construction(plan)])],
  );
  const templates = plan.components.map(each =>
    node(componentClass(each.class).path, `${each.name}_GEN_VARIABLE`, { ...each.values }),
  );
  const generated = node('/Script/Engine.BlueprintGeneratedClass', `${name}_C`, {}, templates);
  if (made === undefined) return [whole, generated];
  const defaults = Object.fromEntries(plan.variables.map(each => [each.name, made.defaults.get(each)]));
  return [whole, generated, node(made.path, `Default__${made.name}`, defaults)];
}

interface GraphPlan {
  readonly name: string;
  readonly nodes: readonly NodePlan[];
  /** Of a function. */
  readonly inputs?: readonly Parameter[];
  readonly outputs?: readonly Parameter[];
}

function graphs(plan: BlueprintPlan): readonly GraphPlan[] {
  const events = plan.isInterface ? [] : [{ name: 'EventGraph', nodes: plan.events }];
  return [...events, ...plan.functions];
}

function graph({ name, nodes, inputs = [], outputs = [] }: GraphPlan): ObjectNode {
  const signature: Readonly<Record<string, readonly Parameter[]>> = {
    K2Node_FunctionEntry: inputs,
    K2Node_FunctionResult: outputs,
  };
  const inside = graphOf(nodes).map(each => {
    const own = (signature[each.class] ?? []).map(parameter => ({
      PinName: parameter.name,
      PinType: variableType(parameter.type),
    }));
    return node(`/Script/BlueprintGraph.${each.class}`, each.name, {
      ...each.properties,
      ...(own.length === 0 ? {} : { UserDefinedPins: own }),
      Pins: [...each.pins],
    });
  });
  return node('/Script/Engine.EdGraph', name, { Schema: '/Script/BlueprintGraph.EdGraphSchema_K2' }, inside);
}

function construction(plan: BlueprintPlan): ObjectNode {
  const nodes = plan.components.map((each, at) =>
    node('/Script/Engine.SCS_Node', `SCS_Node_${at}`, {
      InternalVariableName: each.name,
      ComponentClass: componentClass(each.class).path,
      ComponentTemplate: `${objectPath(plan.path)}_C:${each.name}_GEN_VARIABLE`,
      ...(at === 0 ? {} : { ParentComponentOrVariableName: parentOf(plan, each) }),
    }),
  );
  return node('/Script/Engine.SimpleConstructionScript', 'SimpleConstructionScript_0', {}, nodes);
}

function variables(plan: BlueprintPlan, made: ActorClass | undefined): JsonValue[] {
  return plan.variables.map(variable => ({
    VarName: variable.name,
    VarType: variableType(variable.type),
    Category: variable.category ?? 'Default',
    DefaultValue: defaultOf(variable, made),
  }));
}

function defaultOf(variable: Property, made: ActorClass | undefined): JsonValue {
  return made === undefined ? variable.initial : made.defaults.get(variable);
}

function parentOf(plan: BlueprintPlan, component: ComponentPlan): string {
  return component.parent ?? (plan.components[0] as ComponentPlan).name;
}

/** As a programmer would write it. */
function variableType(type: PropertyType): string {
  switch (type.kind) {
    case 'string':
      return 'FString';
    case 'name':
      return 'FName';
    case 'text':
      return 'FText';
    case 'vector':
      return 'FVector';
    case 'rotator':
      return 'FRotator';
    case 'color':
      return 'FColor';
    case 'int':
      return 'int32';
    case 'enum':
    case 'struct':
      return type.name;
    case 'object':
      return `TObjectPtr<${type.class}>`;
    case 'soft':
      return `TSoftObjectPtr<${type.class}>`;
    case 'class':
      return `TSubclassOf<${type.class}>`;
    case 'array':
      return `TArray<${variableType(type.of)}>`;
    default:
      return type.kind;
  }
}
