import type { JsonObject } from '@worldwire/protocol';
import { type Package, PackageError } from '@worldwire/uasset';
import type { BlueprintInfo } from '../../port/operations.js';
import type { TimeSlice } from '../../work/time-slice.js';
import { shortName } from '../index/package-entry.js';
import type { Noted } from './blueprint-info.js';
import { withoutBookkeeping } from './bookkeeping.js';
import { bounded } from './bounded.js';
import type { ObjectTable } from './object-table.js';
import { elements, isStructure, structure, textOf, type Values } from './property-values.js';
import { readableProperties } from './readable-properties.js';

const MAX_COMPONENTS = 500;

type Component = BlueprintInfo['components'][number];

/** Components of the parent classes whose values the Blueprint changes: of C++ classes, and of parent Blueprints. */
export async function inheritedComponents(
  opened: Package,
  table: ObjectTable,
  defaults: number | undefined,
  slice: TimeSlice,
): Promise<Noted<readonly Component[]>> {
  const notes: string[] = [];
  const valuesOf = async (index: number): Promise<Values> => {
    await slice.yieldToEventLoop();
    const read = await readableProperties(opened, index);
    if (!(read instanceof PackageError)) return read.values;
    notes.push(`${table.entry(index).name} cannot be read. ${read.message}`);
    return {};
  };
  const found: (readonly [name: string, index: number])[] = [];
  for (const index of defaults === undefined ? [] : table.inside(defaults))
    found.push([table.entry(index).name, index]);
  for (const [index, { className }] of opened.exports.entries()) {
    if (className !== 'InheritableComponentHandler') continue;
    for (const record of elements(await valuesOf(index), 'Records').filter(isStructure)) {
      const template = table.export(record.ComponentTemplate);
      const name = textOf(structure(record, 'ComponentKey'), 'SCSVariableName');
      if (template !== undefined) found.push([name ?? table.entry(template).name, template]);
    }
  }
  const components: Component[] = [];
  for (const [name, index] of found.slice(0, MAX_COMPONENTS)) {
    const values = withoutBookkeeping(await valuesOf(index));
    if (Object.keys(values).length === 0) continue;
    components.push({
      name,
      class: shortName(table.classOf(index)),
      inherited: true,
      values: bounded(values, name, notes) as JsonObject,
    });
  }
  return { value: components, notes };
}
