import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { RaisedAccess, Tool } from '@worldwire/server';
import { fitMembers, shownValues } from '@worldwire/writes';
import { z } from 'zod';
import { isSettings, maskedValue } from '../../port/credentials.js';
import { objectPath } from '../../port/given-path.js';
import type { WriteCall } from '../../port/write-plan.js';
import { accessOfWrite } from '../access/write-access.js';
import { urisOf } from '../resources/uris.js';
import { readBackDiffers, sameValue } from '../state/read-back.js';
import { undoOf } from '../state/undo-step.js';
import * as inputs from './inputs.js';
import { changed, planOf, unknownPlan } from './planned-writes.js';
import { accessOrRefused, type ToolParts, writeTool } from './tool-kit.js';
import * as outputs from './write-outputs.js';

/** Characters of the results of a function. */
const MAX_VALUE = 16_000;

interface PropertyArguments {
  readonly object: string;
  readonly property: string;
  readonly value: unknown;
}

interface FunctionArguments {
  readonly object: string;
  readonly function: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const SETS_CODE: readonly RaisedAccess[] = [
  {
    access: 'danger',
    when: 'object is a native class, a setting, a class, a graph or an object of the editor',
    example: {
      object: '/Script/RemoteControlCommon.Default__RemoteControlSettings',
      property: 'bEnableRemotePythonExecution',
      value: true,
    },
  },
  {
    access: 'danger',
    when: 'property or value names code, a command or a folder for files',
    example: {
      object: '/Game/Maps/Hall.Hall:PersistentLevel.Hud_1',
      property: 'StartupScript',
      value: 'quit',
    },
  },
];
const CALLS_CODE: readonly RaisedAccess[] = [
  {
    access: 'danger',
    when: 'object is not an actor or a component and function is not known to be harmless',
    example: {
      object: '/Script/PythonScriptPlugin.Default__PythonScriptLibrary',
      function: 'ExecutePythonCommand',
      arguments: { PythonCommand: '1' },
    },
  },
  {
    access: 'danger',
    when: 'function or an argument names code, a command, a file or a program',
    example: {
      object: '/Game/Maps/Hall.Hall:PersistentLevel.PlayerController_0',
      function: 'ConsoleCommand',
      arguments: { Command: 'quit' },
    },
  },
];

export function propertyWriteTools({ writes }: ToolParts): readonly Tool[] {
  return [
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
      output: outputs.written,
      accessOf: args => accessOrRefused(() => accessOfWrite(propertyWrite(args))),
      raises: SETS_CODE,
      prepare: args => {
        const call = propertyWrite(args);
        const { object, property, value } = call.params;
        const masked = (each: JsonValue) => maskSettings(object, property, each);
        return {
          call,
          plan: async (target, found) => {
            const { before, after, items, answer, undo } = await planOf(target, call, undefined, found);
            const values = { before: masked(before), after: masked(after) };
            const shown = items.map(item => ({ ...item, ...values }));
            const all = { ...values, items: shown, answer: { ...answer, ...shownValues(values) } };
            return undo === undefined ? all : { ...all, undo };
          },
          run: async target => {
            const { before, after } = await target.call(call.write, call.params);
            const [was, is] = [masked(before), masked(after)];
            if (!sameValue(value, after)) throw readBackDiffers(target.provenance, masked(value), was, is);
            return changed(was, is, undoOf(call, { before, after }), urisOf(object));
          },
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
      output: outputs.called({ result: z.record(z.string(), z.unknown()) }),
      accessOf: args => accessOrRefused(() => accessOfWrite(functionCall(args))),
      raises: CALLS_CODE,
      prepare: args => {
        const call = functionCall(args);
        const { object, function: name } = call.params;
        return {
          call,
          plan: target => unknownPlan(target, call, `${name} of ${object}`),
          run: async target => {
            const { result: found } = await target.call(call.write, call.params);
            const result = isSettings(object) ? maskedResult(name, found) : found;
            const { kept, missing } = fitMembers(result, MAX_VALUE);
            const note = missing > 0 && {
              note: `${missing} values are cut or left out because of their size.`,
            };
            const undo = undoOf(call, { before: null, after: null });
            return {
              answer: { before: null, after: null, result: kept, ...note },
              before: null,
              after: kept,
              undo,
              touched: urisOf(object),
            };
          },
        };
      },
    }),
  ];
}

function propertyWrite({ object, property, value }: PropertyArguments) {
  const params = { object: objectPath(object), property, value: value as JsonValue };
  return { write: 'property.write', params } as const satisfies WriteCall;
}

function functionCall({ object, function: name, arguments: args }: FunctionArguments) {
  const params = { object: objectPath(object), function: name, arguments: args as JsonObject };
  return { write: 'function.call', params } as const satisfies WriteCall;
}

/** Credentials in the settings of the project are masked, as in its files. */
function maskSettings(object: string, property: string, value: JsonValue): JsonValue {
  return isSettings(object) ? maskedValue(property, value) : value;
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
