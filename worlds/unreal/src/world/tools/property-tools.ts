import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { Tool } from '@worldwire/server';
import { z } from 'zod';
import { isSettings, maskedValue } from '../../port/credentials.js';
import { objectPath } from '../../port/given-path.js';
import { fitPart } from '../answers/fit-json.js';
import { offsetOf } from '../answers/pages.js';
import { urisOf } from '../resources/uris.js';
import { fitMembers, fitValue } from '../state/fit-values.js';
import { readBackDiffers, sameValue } from '../state/read-back.js';
import { refuseCode } from './code-execution.js';
import * as inputs from './inputs.js';
import * as outputs from './outputs.js';
import { readTool } from './read-tool.js';
import { type ToolParts, writeTool } from './tool-kit.js';

/** Characters of `before` and of `after`, each. */
const MAX_VALUE = 16_000;

export function propertyTools({ sources, writes, mayEvaluate }: ToolParts): readonly Tool[] {
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
    writeTool(writes, {
      name: 'set_property',
      title: 'Set a property',
      description:
        'Sets one property of an actor, a component or an asset. Returns the value before and after, as read back. Call get_property first to see the form of the value.',
      idempotent: true,
      input: z.object({
        object: inputs.object,
        property: inputs.property,
        value: z
          .unknown()
          .refine(value => value !== undefined, 'is missing; give null for no object')
          .describe('In the form that get_property shows.'),
      }),
      output: outputs.written(z.unknown()),
      prepare: ({ object: given, property, value: asked }) => {
        const object = objectPath(given);
        if (!mayEvaluate) refuseCode(object);
        const value = asked as JsonValue;
        return async ({ call, provenance }) => {
          const written = await call('property.write', { object, property, value });
          const [was, is] = [written.before, written.after].map(each =>
            maskSettings(object, property, each),
          ) as [JsonValue, JsonValue];
          if (!sameValue(value, written.after))
            throw readBackDiffers(provenance, maskSettings(object, property, value), was, is);
          const [before, after] = [fitValue(was, MAX_VALUE), fitValue(is, MAX_VALUE)];
          return { answer: { before, after }, before, after, touched: urisOf(object) };
        };
      },
    }),
    writeTool(writes, {
      name: 'call_function',
      title: 'Call a function',
      description:
        'Calls a function of an actor, a component or another object, with its parameters by name. Returns the return value and every out-parameter.',
      input: z.object({
        object: inputs.object,
        function: z.string().min(1).max(500).describe('Name of the function in C++ or the Blueprint.'),
        arguments: z.record(z.string(), z.unknown()).default({}).describe('Parameters by name.'),
      }),
      output: z.object({ result: z.record(z.string(), z.unknown()), ...outputs.recorded }),
      prepare: ({ object: given, function: name, arguments: args }) => {
        const object = objectPath(given);
        const params = { object, function: name, arguments: args as JsonObject };
        if (!mayEvaluate) refuseCode(object, { name, args: params.arguments });
        return async ({ call }) => {
          const { result: found } = await call('function.call', params);
          const result = isSettings(object) ? maskedResult(name, found) : found;
          const { kept, missing } = fitMembers(result, MAX_VALUE);
          const note = missing > 0 && {
            note: `${missing} values are cut or left out because of their size.`,
          };
          return { answer: { result: kept, ...note }, before: null, after: kept, touched: urisOf(object) };
        };
      },
    }),
  ];
}

/** Credentials in the settings of the project are masked, as in its files. */
function maskSettings(object: string, property: string | undefined, value: JsonValue): JsonValue {
  return isSettings(object) ? maskedValue(property ?? '', value) : value;
}

/** A return value is masked by the name of the function. */
function maskedResult(name: string, result: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(result).map(([member, value]) => [
      member,
      maskedValue(member === 'ReturnValue' ? name : member, value),
    ]),
  );
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
