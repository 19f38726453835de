import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { Tool } from '@worldwire/server';
import { z } from 'zod';
import { isSettings, maskedValue } from '../../port/credentials.js';
import { objectPath } from '../../port/given-path.js';
import { urisOf } from '../resources/uris.js';
import { originOf } from '../sources/sources.js';
import { ReadBackMismatch, sameValue } from '../state/read-back.js';
import { cutText, fitList, fitMembers, shortValue } from '../state/shortened.js';
import { refuseCode } from './code-execution.js';
import * as inputs from './inputs.js';
import * as outputs from './outputs.js';
import { BUDGET } from './pages.js';
import { readTool, type ToolParts, writeTool } from './tool-kit.js';

/** Of before and of after, each. */
const MAX_VALUE = 16_000;

export function propertyTools({ sources, writes, mayEvaluate }: ToolParts): readonly Tool[] {
  return [
    readTool({
      name: 'get_property',
      title: 'Read a property',
      description:
        'Reads one property of an actor, a component or an asset, or all that can be read where you name none.',
      input: z.object({ object: inputs.object, property: inputs.property.optional() }),
      output: outputs.property,
      run: async ({ object: given, property }, options) => {
        const object = objectPath(given);
        const params = { object, ...(property !== undefined && { property }) };
        const answer = await sources.read('property.read', params, options);
        const { value: found, ...facts } = answer.value;
        const { value, note } = fittedValue(shownTo(object, property, found));
        return { ...params, value, ...facts, ...originOf(answer, note) };
      },
    }),
    writeTool(writes, {
      name: 'set_property',
      title: 'Set a property',
      description:
        'Sets one property of an actor, a component or an asset. Answers with the value before and after, as read back. Read it with get_property first, to see its form.',
      idempotent: true,
      input: z.object({
        object: inputs.object,
        property: inputs.property,
        value: z
          .unknown()
          .refine(value => value !== undefined, 'is missing: null is a value, too')
          .describe('In the form that get_property shows.'),
      }),
      output: outputs.written(z.unknown()),
      prepare: ({ object: given, property, value: asked }) => {
        const object = objectPath(given);
        if (!mayEvaluate) refuseCode(object);
        const value = asked as JsonValue;
        return async ({ call, provenance }) => {
          const written = await call('property.write', { object, property, value });
          const [was, is] = [written.before, written.after].map(each => shownTo(object, property, each)) as [
            JsonValue,
            JsonValue,
          ];
          if (!sameValue(value, written.after))
            throw new ReadBackMismatch(provenance, shownTo(object, property, value), was, is);
          const [before, after] = [shortValue(was, MAX_VALUE), shortValue(is, MAX_VALUE)];
          return { answer: { before, after }, before, after, touched: urisOf(object) };
        };
      },
    }),
    writeTool(writes, {
      name: 'call_function',
      title: 'Call a function',
      description:
        'Calls a function of an actor, a component or another object, with its parameters by name. Answers with the return value and every out-parameter.',
      input: z.object({
        object: inputs.object,
        function: z.string().min(1).max(500).describe('Its name, as in C++ or the Blueprint.'),
        arguments: z.record(z.string(), z.unknown()).default({}).describe('Parameters by name.'),
      }),
      output: z.object({ result: z.record(z.string(), z.unknown()), ...outputs.recorded }),
      prepare: ({ object: given, function: name, arguments: args }) => {
        const object = objectPath(given);
        const params = { object, function: name, arguments: args as JsonObject };
        if (!mayEvaluate) refuseCode(object, { name, args: params.arguments });
        return async ({ call }) => {
          const told = await call('function.call', params);
          const result = isSettings(object) ? maskedResult(name, told.result) : told.result;
          const { kept, missing } = fitMembers(result, MAX_VALUE);
          const note = missing > 0 && { note: `${missing} values are too large, and left out or cut.` };
          return { answer: { result: kept, ...note }, before: null, after: kept, touched: urisOf(object) };
        };
      },
    }),
  ];
}

/** Settings of the project come from its files, and show no more of them than those do. */
function shownTo(object: string, property: string | undefined, value: JsonValue): JsonValue {
  return isSettings(object) ? maskedValue(property ?? '', value) : value;
}

/** What a function of the settings gives, by the name of the function where it has none of its own. */
function maskedResult(name: string, result: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(result).map(([member, value]) => [
      member,
      maskedValue(member === 'ReturnValue' ? name : member, value),
    ]),
  );
}

/** As much of a value as fits into an answer, in its own form. */
function fittedValue(value: JsonValue): { readonly value: JsonValue; readonly note?: string } {
  if (typeof value === 'string' && value.length > BUDGET) {
    return { value: cutText(value, BUDGET), note: `The text goes on: it has ${value.length} characters.` };
  }
  if (typeof value !== 'object' || value === null) return { value };
  const { kept, missing } = Array.isArray(value) ? fitList(value, BUDGET) : fitMembers(value, BUDGET);
  if (missing === 0) return { value };
  const all = Object.keys(value).length;
  return { value: kept, note: `${missing} of ${all} are left out or cut for their size: name one property.` };
}
