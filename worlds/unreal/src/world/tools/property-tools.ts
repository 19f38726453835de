import type { JsonValue } from '@worldwire/protocol';
import type { Tool } from '@worldwire/server';
import { z } from 'zod';
import { isSettings, maskedValue } from '../../port/credentials.js';
import { objectPath } from '../../port/given-path.js';
import { fitPart } from '../answers/fit-json.js';
import { offsetOf } from '../answers/pages.js';
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
        property: inputs.property.optional(),
        cursor: inputs.paging.cursor,
      }),
      output: outputs.property,
      run: async ({ object: given, property, cursor }, { options, room }) => {
        const object = objectPath(given);
        const params = { object, ...(property !== undefined && { property }) };
        const from = await sources.read('property.read', params, options);
        const { value: found, ...facts } = from.value;
        const { note, ...part } = partOf(maskSettings(object, property, found), offsetOf(cursor), room);
        return { facts: { ...params, ...part, ...facts }, from, note };
      },
    }),
  ];
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
