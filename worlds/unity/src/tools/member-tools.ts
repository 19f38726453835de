import type { Value } from '@worldwire/engine';
import { type Tool, WorldError } from '@worldwire/server';
import { z } from 'zod';
import { resultOf, valueDtoOf, vectorOf } from '../dto/cards.js';
import { confirm, listMembers, name, objectId, readMember, typeName } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import type { Undo } from '../writes/journal.js';
import { sameTurn } from '../writes/orientation.js';
import { agrees, requireReadBack } from '../writes/read-back.js';
import type { ToolParts } from './parts.js';

const ANGLES = /euler/i;
const angles = z.object({ x: z.number(), y: z.number(), z: z.number() });
const anyJson = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
]);

export function memberTools({ kit, scene, explorer, gates, events }: ToolParts): readonly Tool[] {
  return [
    kit.reading({
      name: 'ListComponentMembers',
      title: 'List members',
      description: 'Lists the fields and properties of a component, and with includeMethods its methods.',
      input: listMembers,
      output: dto.pageShape(dto.member),
      run: args => explorer.members(args),
    }),
    kit.reading({
      name: 'ReadComponentMember',
      title: 'Read a member',
      description:
        'Reads the current value of a field or property. An object of the scene is given by its id.',
      input: readMember,
      output: dto.memberValue,
      run: args => explorer.member(args),
    }),
    kit.writing({
      name: 'SetMember',
      title: 'Set a member',
      description:
        'Sets a field or property and reads it back. <Type>.<Member> must be in reflectionAllowlistMembers.',
      destructive: true,
      idempotent: true,
      input: z.object({
        objectId,
        componentType: typeName,
        member: name,
        jsonValue: anyJson.describe(
          'The value as JSON text, such as "1.5" or "{\\"x\\":0,\\"y\\":1,\\"z\\":0}".',
        ),
        confirm,
      }),
      output: dto.written,
      permit: ({ componentType, member }) => gates.requireMember(componentType, member),
      run: async ({ objectId: object, componentType: type, member: name, jsonValue }, write) => {
        const value = typeof jsonValue === 'string' ? parsed('jsonValue', jsonValue) : jsonValue;
        const place = { object, type, name };
        const found = await write.call('member.write', { ...place, value });
        const before = valueDtoOf(found.before);
        const after = valueDtoOf(found.after);
        const fits = (wanted: unknown, found: Value) =>
          agrees(wanted, found) || (ANGLES.test(name) && sameAngles(wanted, found.json));
        const undo: Undo = {
          restores: { objectId: object, componentType: type, member: name, value: before.valueJson },
          permit: () => gates.requireMember(type, name),
          changed: async () => {
            const now = valueDtoOf(await scene.call('member.read', place));
            return JSON.stringify(now) !== JSON.stringify(after);
          },
          restore: async undoing => {
            const back = await undoing.call('member.write', { ...place, value: before.valueJson });
            const values = { before: valueDtoOf(back.before), after: valueDtoOf(back.after) };
            changed();
            requireReadBack(`${type}.${name}`, fits(before.valueJson, back.after), values);
            return values;
          },
        };
        const changed = () => events.resourceUpdated(memberUri(place));
        changed();
        // A value without JSON cannot be written back.
        const undoable = before.valueJson === undefined ? undefined : undo;
        const values = { asked: value, before, after };
        return write.done(`${type}.${name}`, fits(value, found.after), values, undoable);
      },
    }),
    kit.writing({
      name: 'CallMethod',
      title: 'Call a method',
      description: 'Calls a method. <Type>.<Method> must be in reflectionAllowlistMembers.',
      destructive: true,
      input: z.object({
        objectId,
        componentType: typeName,
        method: name,
        argsJson: z
          .union([z.string(), z.array(z.unknown())])
          .default('[]')
          .describe('A JSON array, as text.'),
        confirm,
      }),
      output: { ok: z.boolean(), result: z.unknown().optional(), type: z.string() },
      permit: ({ componentType, method }) => gates.requireMember(componentType, nameIn(method)),
      run: async ({ objectId: object, componentType: type, method, argsJson }, write) => {
        const args = typeof argsJson === 'string' ? parsed('argsJson', argsJson) : argsJson;
        if (!Array.isArray(args))
          throw new WorldError('InvalidArgument', 'argsJson must be a JSON array, such as "[1, true]".');
        const value = await write.call('method.call', { object, type, name: method, args });
        const result = resultOf(value);
        write.wrote(null, result);
        return { ok: true, result, type: value.type };
      },
    }),
  ];
}

/** The name of a method that is given by name or by signature. */
function nameIn(method: string): string {
  return /::([^(]+)\(/.exec(method)?.[1] ?? method;
}

/** Different angles may give the same rotation, and the scene may return others than it was given. */
function sameAngles(asked: unknown, found: unknown): boolean {
  const [a, b] = [angles.safeParse(asked), angles.safeParse(found)];
  return a.success && b.success && sameTurn(vectorOf(a.data), vectorOf(b.data));
}

function memberUri({ object, type, name }: { object: string; type: string; name: string }): string {
  const query = `type=${encodeURIComponent(type)}&name=${encodeURIComponent(name)}`;
  return `unity://object/${object}/component/member?${query}`;
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text, finite) as unknown;
  } catch (thrown) {
    if (thrown instanceof WorldError) throw thrown;
    throw new WorldError(
      'InvalidArgument',
      `${name} is not JSON.`,
      'Write text in quotes: "\\"hello\\"". Numbers, true and false have none.',
    );
  }
}

/** JSON may have numbers beyond the range of a double; they would be sent as null. */
function finite(_: string, value: unknown): unknown {
  if (typeof value !== 'number' || Number.isFinite(value)) return value;
  throw new WorldError('InvalidArgument', 'Number out of range.', 'Send a number below 1.8e308.');
}
