import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { Package, PropertyValue } from '@worldwire/uasset';
import type { BlueprintInfo } from '../../port/operations.js';
import type { TimeSlice } from '../../work/time-slice.js';
import { blueprintComponents } from './blueprint-components.js';
import { blueprintGraphs, type Signatures } from './blueprint-graphs.js';
import { withoutBookkeeping } from './bookkeeping.js';
import { bounded } from './bounded.js';
import { inheritedComponents } from './inherited-components.js';
import type { ObjectTable } from './object-table.js';
import { pinTypeText } from './pin-type.js';
import { elements, isStructure, structure, textOf, type Values } from './property-values.js';

const MAX_VARIABLES = 500;
/** Functions that the compiler makes for its own use. */
const COMPILED =
  /^(ExecuteUbergraph|InpActEvt_|InpAxisEvt_|InpAxisKeyEvt_|BndEvt__)|__(Update|Finished|Event)Func$/;

/** A value with notes on what was left out. */
export interface Noted<Value> {
  readonly value: Value;
  readonly notes: readonly string[];
}

export function isBlueprint(className: string): boolean {
  return /Blueprint$/.test(className);
}

export async function describeBlueprint(
  opened: Package,
  table: ObjectTable,
  main: number,
  slice: TimeSlice,
): Promise<Noted<BlueprintInfo>> {
  const { values } = await opened.properties(main);
  const generated = table.export(values.GeneratedClass) ?? generatedClass(table, main);
  const object = defaultObject(table, generated);
  const defaults = object === undefined ? {} : (await opened.properties(object)).values;
  const parent = reference(table, values.ParentClass);
  const interfaces = elements(values, 'ImplementedInterfaces')
    .map(one => (isStructure(one) ? reference(table, one.Interface) : undefined))
    .filter(path => path !== undefined);
  const described = elements(values, 'NewVariables').filter(isStructure);
  const graphs = await blueprintGraphs(opened, table, slice);
  const components = await blueprintComponents(opened, table, slice);
  const inherited = await inheritedComponents(opened, table, object, slice);
  const long: string[] = [];
  const changed = bounded(changedDefaults(table, defaults, described), 'The defaults', long) as JsonObject;
  return {
    value: {
      ...(parent !== undefined && { parent }),
      ...(generated !== undefined && { generatedClass: table.absolute(generated + 1) as string }),
      ...(interfaces.length > 0 && { interfaces }),
      variables: described.slice(0, MAX_VARIABLES).map(one => variable(one, defaults)),
      functions: functionsOf(table, generated, graphs.value, graphs.signatures),
      components: [...components.value, ...inherited.value],
      ...(Object.keys(changed).length > 0 && { defaults: changed }),
      graphs: graphs.value,
    },
    notes: [
      ...graphs.notes,
      ...components.notes,
      ...inherited.notes,
      ...long,
      ...(described.length > MAX_VARIABLES
        ? [`The Blueprint has ${described.length} variables; ${MAX_VARIABLES} are shown.`]
        : []),
    ],
  };
}

/** By its name, where the Blueprint does not refer to it. */
function generatedClass(table: ObjectTable, main: number): number | undefined {
  return table.export(`${table.entry(main).name}_C`);
}

/** The export of the default object. */
function defaultObject(table: ObjectTable, generated: number | undefined): number | undefined {
  return generated === undefined ? undefined : table.export(`Default__${table.entry(generated).name}`);
}

function variable(described: Values, defaults: Values): BlueprintInfo['variables'][number] {
  const name = textOf(described, 'VarName') ?? '';
  // Defaults that are zero are not saved; the description may have them as text.
  const value = defaults[name] ?? textOf(described, 'DefaultValue');
  const category = categoryOf(described);
  return {
    name,
    type: pinTypeText(described.VarType) ?? 'unknown',
    ...(value !== undefined && { default: value as JsonValue }),
    ...(category !== undefined && { category }),
  };
}

/** What the class changes of its parent. The own variables and components have their values in their lists. */
function changedDefaults(table: ObjectTable, defaults: Values, described: readonly Values[]): Values {
  const own = new Set(described.map(each => textOf(each, 'VarName')));
  return Object.fromEntries(
    Object.entries(withoutBookkeeping(defaults)).filter(
      ([name, value]) => !own.has(name) && table.export(value) === undefined,
    ),
  );
}

/** A name in old packages, a text in newer ones. */
function categoryOf(described: Values): string | undefined {
  return textOf(described, 'Category') ?? textOf(structure(described, 'Category'), 'text');
}

/** Functions with a graph, and those that the compiler made from events. */
function functionsOf(
  table: ObjectTable,
  generated: number | undefined,
  graphs: BlueprintInfo['graphs'],
  signatures: Signatures,
): BlueprintInfo['functions'] {
  const compiled = generated === undefined ? [] : table.inside(generated);
  const names = compiled
    .map(index => table.entry(index))
    .filter(({ className, name }) => className === 'Function' && !COMPILED.test(name))
    .map(({ name }) => name);
  const withGraph = new Set(graphs.map(({ name }) => name));
  return [...new Set(names)].map(name => ({
    name,
    ...(withGraph.has(name) && { graph: name }),
    ...signatures.get(name),
  }));
}

/** The absolute path of a reference. */
function reference(table: ObjectTable, value: PropertyValue | undefined): string | undefined {
  if (typeof value !== 'string' || value === '' || value === 'None') return undefined;
  return table.absolute(table.named(value)) ?? value;
}
