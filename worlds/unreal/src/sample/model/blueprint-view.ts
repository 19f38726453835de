import type { JsonObject } from '@worldwire/protocol';
import type { BlueprintInfo, ObjectNode } from '../../port/operations.js';
import { componentClass } from './engine-classes.js';
import { graphOf } from './graph.js';
import type { ComponentPlan, Property } from './object-class.js';
import type { BlueprintFunction, BlueprintPlan } from './plans.js';
import type { Asset } from './project-model.js';
import { classPath, nameOf } from './sample-object-path.js';

const NO_PARAMETERS = { inputs: [], outputs: [] };

export function blueprintInfo(plan: BlueprintPlan, { generated }: Asset): BlueprintInfo {
  return {
    parent: parentClass(plan),
    generatedClass: classPath(plan.path),
    interfaces: plan.interfaces.map(classPath),
    variables: plan.variables.map(variable => ({
      name: variable.name,
      type: variable.type.code,
      default: defaultOf(variable, generated),
      ...(variable.category !== undefined && { category: variable.category }),
    })),
    functions: plan.functions.map(({ name }) => ({ name, graph: name })),
    components: plan.components.map((each, at) => ({
      name: each.name,
      class: each.class,
      ...(at > 0 && { parent: parentOf(plan, each) }),
    })),
    graphs: graphsOf(plan).map(graph => ({
      name: graph.name,
      nodes: graphOf(graph.nodes).map(({ name, class: className, title }) => ({
        name,
        class: className,
        title,
      })),
    })),
  };
}

/** The objects of the package: the Blueprint with its graphs, the generated class and its defaults. */
export function blueprintObjects(plan: BlueprintPlan, { object, generated }: Asset): readonly ObjectNode[] {
  const name = nameOf(plan.path);
  const NewVariables = plan.variables.map(variable => ({
    VarName: variable.name,
    VarType: variable.type.code,
    Category: variable.category ?? 'Default',
    DefaultValue: defaultOf(variable, generated),
  }));
  const components = plan.components.length === 0 ? [] : [construction(plan)];
  const templates = plan.components.map(each =>
    node(componentClass(each.class).path, `${each.name}_GEN_VARIABLE`, { ...each.values }),
  );
  const defaults =
    generated &&
    node(
      generated.class.path,
      `Default__${generated.class.name}`,
      Object.fromEntries(plan.variables.map(each => [each.name, generated.defaults.get(each)])),
    );
  return [
    node('/Script/Engine.Blueprint', name, { ...object.all(), NewVariables }, [
      ...graphsOf(plan).map(graph),
      ...components,
    ]),
    node('/Script/Engine.BlueprintGeneratedClass', `${name}_C`, {}, templates),
    ...(defaults ? [defaults] : []),
  ];
}

export function parentClass({ parent }: BlueprintPlan): string {
  return parent === undefined ? '/Script/CoreUObject.Interface' : `/Script/Engine.${parent}`;
}

export function node(
  className: string,
  name: string,
  properties: JsonObject,
  children: readonly ObjectNode[] = [],
): ObjectNode {
  return { class: className, name, properties, children };
}

type GraphPlan = Pick<BlueprintFunction, 'name' | 'nodes' | 'inputs' | 'outputs'>;

function graphsOf({ parent, events, functions }: BlueprintPlan): readonly GraphPlan[] {
  const eventGraph = { name: 'EventGraph', nodes: events, ...NO_PARAMETERS };
  return parent === undefined ? functions : [eventGraph, ...functions];
}

function graph({ name, nodes, inputs, outputs }: GraphPlan): ObjectNode {
  const inside = graphOf(nodes).map(each => {
    const isEntry = each.class === 'K2Node_FunctionEntry';
    const own = isEntry ? inputs : each.class === 'K2Node_FunctionResult' ? outputs : [];
    const UserDefinedPins = own.map(({ name: PinName, type }) => ({ PinName, PinType: type.code }));
    return node(`/Script/BlueprintGraph.${each.class}`, each.name, {
      ...each.properties,
      ...(own.length > 0 && { UserDefinedPins }),
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
      ComponentTemplate: `${classPath(plan.path)}:${each.name}_GEN_VARIABLE`,
      ...(at > 0 && { ParentComponentOrVariableName: parentOf(plan, each) }),
    }),
  );
  return node('/Script/Engine.SimpleConstructionScript', 'SimpleConstructionScript_0', {}, nodes);
}

function defaultOf(variable: Property, generated: Asset['generated']) {
  return generated === undefined ? variable.initial : generated.defaults.get(variable);
}

function parentOf({ components }: BlueprintPlan, { parent }: ComponentPlan): string {
  return parent ?? (components[0] as ComponentPlan).name;
}
