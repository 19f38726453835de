import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { BlueprintInfo, ObjectNode } from '../../port/operations.js';
import { nameOf, shortClass } from '../../port/unreal-paths.js';
import { isRecord } from '../remote/fields.js';

/** The parts of a Blueprint, from its exported objects. */
export function blueprintOf(objects: readonly ObjectNode[]): BlueprintInfo | undefined {
  const blueprint = objects.find(each => each.class.endsWith('Blueprint'));
  if (blueprint === undefined) return undefined;
  const { properties } = blueprint;
  const graphs = blueprint.children.filter(each => each.class.endsWith('Graph'));
  const functionGraphs = new Set(refs(properties, 'FunctionGraphs').map(nameOf));
  const parent = refs(properties, 'ParentClass')[0];
  const generated = refs(properties, 'GeneratedClass')[0];
  const interfaces = list(properties, 'ImplementedInterfaces').flatMap(each =>
    isRecord(each) ? refs(each, 'Interface') : [],
  );
  return {
    ...(parent === undefined ? {} : { parent: shortClass(parent) }),
    ...(generated === undefined ? {} : { generatedClass: shortClass(generated) }),
    ...(interfaces.length === 0 ? {} : { interfaces: interfaces.map(shortClass) }),
    variables: list(properties, 'NewVariables').flatMap(variableOf),
    functions: graphs
      .filter(({ name }) => functionGraphs.has(name))
      .map(({ name }) => ({ name, graph: name })),
    components: componentsOf(blueprint),
    graphs: graphs.map(({ name, children }) => ({
      name,
      nodes: children.filter(each => /Node/.test(each.class)).map(nodeOf),
    })),
  };
}

function variableOf(variable: JsonValue): BlueprintInfo['variables'] {
  if (!isRecord(variable) || typeof variable.VarName !== 'string') return [];
  const { VarName: name, VarType, DefaultValue, Category } = variable;
  const category = typeof Category === 'string' ? lastQuoted(Category) : '';
  return [
    {
      name,
      type: typeOf(VarType),
      ...(DefaultValue === undefined ? {} : { default: DefaultValue }),
      ...(category === '' ? {} : { category }),
    },
  ];
}

/** "bool", or "Array<object StaticMesh>". */
function typeOf(type: JsonValue | undefined): string {
  if (!isRecord(type)) return 'unknown';
  const of = refs(type, 'PinSubCategoryObject')[0];
  const words = [text(type.PinCategory), of === undefined ? text(type.PinSubCategory) : shortClass(of)];
  const plain = words.filter(word => word !== '').join(' ') || 'unknown';
  const container = text(type.ContainerType);
  return container === '' || container === 'None' ? plain : `${container}<${plain}>`;
}

/** The nodes of the construction script with their parents. */
function componentsOf(blueprint: ObjectNode): BlueprintInfo['components'] {
  const nodes = everyNode(blueprint).filter(each => each.class === 'SCS_Node');
  const nameOfNode = ({ name, properties }: ObjectNode) => text(properties.InternalVariableName) || name;
  const parents = new Map<string, string>();
  for (const node of nodes) {
    for (const child of refs(node.properties, 'ChildNodes')) parents.set(nameOf(child), nameOfNode(node));
  }
  return nodes.map(node => {
    const parent = parents.get(node.name) ?? text(node.properties.ParentComponentOrVariableName);
    return {
      name: nameOfNode(node),
      class: shortClass(refs(node.properties, 'ComponentClass')[0] ?? ''),
      ...(parent === '' ? {} : { parent }),
    };
  });
}

function nodeOf({
  name,
  class: className,
  properties,
}: ObjectNode): BlueprintInfo['graphs'][number]['nodes'][number] {
  const member = ['FunctionReference', 'EventReference', 'VariableReference', 'DelegateReference']
    .map(key => properties[key])
    .find(isRecord);
  const title =
    text(member?.MemberName) ||
    text(properties.CustomFunctionName) ||
    text(properties.NodeComment) ||
    text(properties.MacroGraphReference);
  return { name, class: className, ...(title === '' ? {} : { title }) };
}

function everyNode(node: ObjectNode): ObjectNode[] {
  return [node, ...node.children.flatMap(everyNode)];
}

function list(properties: JsonObject, name: string): readonly JsonValue[] {
  const found = properties[name];
  if (Array.isArray(found)) return found;
  // An export omits elements with default values.
  return Object.entries(properties)
    .filter(([key]) => key.startsWith(`${name}(`))
    .map(([, value]) => value);
}

/** Paths out of references such as EdGraph'"EventGraph"' or "/Script/CoreUObject.Class'/Script/Engine.Actor'". */
function refs(properties: JsonObject, name: string): string[] {
  const found = properties[name];
  const values = found === undefined || Array.isArray(found) ? list(properties, name) : [found];
  return values.flatMap(value => {
    if (typeof value !== 'string' || value === '' || value === 'None') return [];
    const inner = /'"?([^'"]+)"?'/.exec(value)?.[1];
    return [inner ?? value.replace(/^"|"$/g, '')];
  });
}

/** The visible part of a localised text. */
function lastQuoted(value: string): string {
  return [...value.matchAll(/"([^"]*)"/g)].at(-1)?.[1] ?? value;
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
