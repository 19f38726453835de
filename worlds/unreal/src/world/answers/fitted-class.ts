import type { JsonObject } from '@worldwire/protocol';
import type { NativeClassInfo } from '../../port/operations.js';
import { fitJson } from './fit-json.js';

/** A class within `max` bytes of a result. Lists that are cut have their length in `total`. */
export function fittedClass(info: NativeClassInfo, max: number): JsonObject {
  const { functions, properties, children, ...facts } = info;
  const lists = { children, functions, properties };
  const fitted: Record<string, unknown> = {};
  const total: Record<string, number> = {};
  for (const [name, list] of Object.entries(lists)) {
    const { value, shown } = fitJson(list as never, max * 0.3);
    fitted[name] = value;
    if (shown < list.length) total[name] = list.length;
  }
  return { ...facts, ...fitted, ...(Object.keys(total).length > 0 && { total }) } as never;
}
