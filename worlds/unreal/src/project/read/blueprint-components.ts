import type { JsonObject } from '@worldwire/protocol';
import { type Package, PackageError } from '@worldwire/uasset';
import type { BlueprintInfo } from '../../port/operations.js';
import type { TimeSlice } from '../../work/time-slice.js';
import { shortName } from '../index/package-entry.js';
import type { Noted } from './blueprint-info.js';
import { withoutBookkeeping } from './bookkeeping.js';
import { bounded } from './bounded.js';
import type { ObjectTable } from './object-table.js';
import { elements, textOf, type Values } from './property-values.js';
import { readableProperties } from './readable-properties.js';

const MAX_COMPONENTS = 500;
/** The editor's suffix for the template object of a component. */
const TEMPLATE = /_GEN_VARIABLE$/;

type Component = BlueprintInfo['components'][number];

/** The components of a Blueprint, from the nodes of its construction script. */
export async function blueprintComponents(
  opened: Package,
  table: ObjectTable,
  slice: TimeSlice,
): Promise<Noted<readonly Component[]>> {
  const nodes = ofClass(opened, 'SCS_Node');
  const used = new Set<number>();
  const components = new Map<number, { name: string; class: string; parent?: string; values?: JsonObject }>();
  const children: [number, number][] = [];
  const notes: string[] = [];
  const valuesOf = async (index: number): Promise<Values> => {
    const read = await readableProperties(opened, index);
    if (!(read instanceof PackageError)) return read.values;
    notes.push(`${table.entry(index).name} cannot be read. ${read.message}`);
    return {};
  };
  for (const index of nodes.slice(0, MAX_COMPONENTS)) {
    await slice.yieldToEventLoop();
    const values = await valuesOf(index);
    const template = table.export(values.ComponentTemplate);
    const name =
      textOf(values, 'InternalVariableName') ??
      textOf(values, 'VariableName') ??
      (template === undefined ? undefined : table.entry(template).name.replace(TEMPLATE, '')) ??
      table.entry(index).name;
    const className = textOf(values, 'ComponentClass');
    const parent = textOf(values, 'ParentComponentOrVariableName');
    const own = template === undefined ? {} : withoutBookkeeping(await valuesOf(template));
    components.set(index, {
      name,
      class: classText(table, template, className),
      ...(parent !== undefined && { parent }),
      ...(Object.keys(own).length > 0 && { values: bounded(own, name, notes) as JsonObject }),
    });
    for (const child of elements(values, 'ChildNodes')) {
      const node = table.export(child);
      if (node !== undefined) children.push([index, node]);
    }
  }
  for (const script of ofClass(opened, 'SimpleConstructionScript')) {
    const values = await valuesOf(script);
    for (const node of elements(values, 'RootNodes')) used.add(table.export(node) ?? -1);
  }
  for (const [parent, child] of children) {
    const component = components.get(child);
    const above = components.get(parent);
    if (component !== undefined && above !== undefined) component.parent = above.name;
    used.add(child);
  }
  // A replaced default root stays in the package.
  const shown = [...components].filter(([node]) => used.size === 0 || used.has(node));
  return { value: shown.map(([, component]) => component), notes };
}

function ofClass(opened: Package, name: string): number[] {
  return [...opened.exports.keys()].filter(index => opened.exports[index]?.className === name);
}

function classText(table: ObjectTable, template: number | undefined, named: string | undefined): string {
  if (template !== undefined) return shortName(table.classOf(template));
  return named === undefined ? 'ActorComponent' : shortName(named.replaceAll(':', '.'));
}
