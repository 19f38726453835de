import type { JsonValue } from '@worldwire/protocol';
import type { Tool } from '@worldwire/server';
import { z } from 'zod';
import { isSettings, maskedValue } from '../../port/credentials.js';
import { objectPath } from '../../port/given-path.js';
import type { ResultOf } from '../../port/operations.js';
import { type PropertyPath, readPropertyPath, valueAt } from '../../port/property-path.js';
import { UnrealError } from '../../port/unreal-error.js';
import type { CallOptions } from '../../port/unreal-source.js';
import { fitPart } from '../answers/fit-json.js';
import { offsetOf } from '../answers/pages.js';
import { worldError } from '../sources/source-errors.js';
import type { Answer, Sources } from '../sources/sources.js';
import * as inputs from './inputs.js';
import * as outputs from './outputs.js';
import { readTool } from './read-tool.js';
import type { ToolParts } from './tool-kit.js';

export function propertyTools({ sources, writes }: ToolParts): readonly Tool[] {
  return [
    readTool(writes.log, {
      name: 'get_property',
      title: 'Read a property',
      description:
        'Reads one property of an actor, a component or an asset, or all readable properties where none is named. A large value comes in parts: while the answer has a nextCursor, pass it as cursor.',
      input: z.object({
        object: inputs.object,
        property: inputs.property
          .optional()
          .describe('Name of the property, or a path into it: "Modifiers[1].Magnitude".'),
        cursor: inputs.paging.cursor,
      }),
      output: outputs.property,
      run: async ({ object: given, property, cursor }, { options, room }) => {
        const object = objectPath(given);
        const path = property === undefined ? undefined : readPropertyPath(property);
        const from = await readAt(sources, object, path, options);
        const { value: found, ...facts } = from.value;
        const masked = maskSettings(object, path?.name, found);
        const { note, ...part } = partOf(inside(masked, from.path), offsetOf(cursor), room);
        const asked = { object, ...(property !== undefined && { property }) };
        return { facts: { ...asked, ...part, ...facts }, from, note };
      },
    }),
  ];
}

/** The whole property of a path, with the steps that are left. An element of a fixed array is a property of its own in files. */
async function readAt(
  sources: Sources,
  object: string,
  path: PropertyPath | undefined,
  options: CallOptions,
): Promise<Answer<ResultOf<'property.read'>> & { readonly path?: PropertyPath }> {
  if (path === undefined) return sources.read('property.read', { object }, options);
  const { name, steps } = path;
  const from = await sources.read('property.read', { object, property: name }, options);
  if (steps.length === 0) return from;
  const [first, ...others] = steps;
  const { type: _, ...value } = from.value;
  if (typeof first !== 'number' || Array.isArray(value.value)) return { ...from, value, path };
  const element = `${name}[${first}]`;
  const found = await sources
    .read('property.read', { object, property: element }, options)
    .catch(() => undefined);
  return found === undefined
    ? { ...from, value, path }
    : { ...found, path: { name: element, steps: others } };
}

function inside(value: JsonValue, path: PropertyPath | undefined): JsonValue {
  if (path === undefined) return value;
  try {
    return valueAt(value, path);
  } catch (thrown) {
    throw thrown instanceof UnrealError ? worldError(thrown) : thrown;
  }
}

/** Credentials in the settings of the project are masked, as in its files. */
function maskSettings(object: string, property: string | undefined, value: JsonValue): JsonValue {
  return isSettings(object) ? maskedValue(property ?? '', value) : value;
}

/** As much of a value, from `start` on, as fits into an answer. */
function partOf(
  all: JsonValue,
  start: number,
  room: number,
): {
  readonly value: JsonValue;
  readonly total?: number;
  readonly nextCursor?: string;
  readonly note?: string;
} {
  const { value, shown, cut, total } = fitPart(all, start, room);
  const missing = total - start - shown;
  if (missing <= 0 && cut === 0) return { value };
  const what = typeof all === 'string' ? 'characters' : 'values';
  const next = start + shown;
  const more = missing > 0 ? ' Pass nextCursor as cursor, name one property, or give a larger maxBytes.' : '';
  return {
    value,
    total,
    ...(missing > 0 && { nextCursor: String(next) }),
    note: `${Math.max(0, missing) + cut} of ${total} ${what} are cut or left out because of their size.${more}`,
  };
}
