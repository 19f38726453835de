import type { JsonObject } from '@worldwire/protocol';
import { flowLines } from '../../flow/flow-lines.js';
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
    functions: plan.functions.map(({ name, inputs, outputs }) => ({
      name,
      graph: name,
      ...(inputs.length > 0 && { parameters: typesOf(inputs) }),
      ...(outputs.length > 0 && { returns: typesOf(outputs) }),
    })),
    components: plan.components.map((each, at) => ({
      name: each.name,
      class: each.class,
      ...(at > 0 && { parent: parentOf(plan, each) }),
    })),
    graphs: graphsOf(plan).map(graph => {
      const nodes = nodesOf(graph);
      return {
        name: graph.name,
        nodes: nodes.map(({ name, class: className, title }) => ({ name, class: className, title })),
        ...(nodes.length > 0 && { flow: flowLines(nodes, graph.name) }),
      };
    }),
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

function graph(plan: GraphPlan): ObjectNode {
  const inside = nodesOf(plan).map(({ class: kind, name, properties, pins }) => ({
    ...node(`/Script/BlueprintGraph.${kind}`, name, properties),
    pins,
  }));
  const schema = { Schema: '/Script/BlueprintGraph.EdGraphSchema_K2' };
  return node('/Script/Engine.EdGraph', plan.name, schema, inside);
}

/** The nodes of a graph. The entry and the results of a function have its parameters. */
function nodesOf({ nodes, inputs, outputs }: GraphPlan): ReturnType<typeof graphOf> {
  return graphOf(nodes).map(each => {
    const isEntry = each.class === 'K2Node_FunctionEntry';
    const own = isEntry ? inputs : each.class === 'K2Node_FunctionResult' ? outputs : [];
    if (own.length === 0) return each;
    const UserDefinedPins = own.map(({ name, type }) => ({ PinName: name, PinType: type.code }));
    const known = new Map(each.pins.map(pin => [pin.name, pin]));
    const parameters = own.map(({ name, type }) => ({
      ...known.get(name),
      name,
      direction: isEntry ? ('output' as const) : ('input' as const),
      type: type.code,
    }));
    const others = each.pins.filter(pin => !own.some(({ name }) => name === pin.name));
    return { ...each, properties: { ...each.properties, UserDefinedPins }, pins: [...others, ...parameters] };
  });
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

function typesOf(parameters: BlueprintFunction['inputs']): Record<string, string> {
  return Object.fromEntries(parameters.map(({ name, type }) => [name, type.code]));
}

function defaultOf(variable: Property, generated: Asset['generated']) {
  return generated === undefined ? variable.initial : generated.defaults.get(variable);
}

function parentOf({ components }: BlueprintPlan, { parent }: ComponentPlan): string {
  return parent ?? (components[0] as ComponentPlan).name;
}
