import type { Value } from '@worldwire/engine';
import { type Tool, WorldError } from '@worldwire/server';
import { cutText } from '@worldwire/server/kit';
import { z } from 'zod';
import { resultOf, valueDtoOf, vectorOf } from '../dto/cards.js';
import { confirm, listMembers, name, objectId, plainValue, readMember, typeName } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import { isSmall } from '../dto/small.js';
import { findMember, findMethods, methodName, named, type Place } from '../scene/names.js';
import { sameTurn } from '../writes/orientation.js';
import { changed } from '../writes/planned-effect.js';
import { agrees } from '../writes/read-back.js';
import type { ToolParts } from './parts.js';

/** Characters of a value in a question. The arguments after it are complete. */
const MAX_SHOWN = 200;
/** Characters of a value that undo keeps. */
const MAX_KEPT = 65_536;
const NOT_KEPT = 'the value before cannot be written back.';
const PLAIN_TEXT = /^[#\p{L}][\p{L}\p{N} _.-]*$/u;
const ANGLES = /euler/i;
const angles = z.object({ x: z.number(), y: z.number(), z: z.number() });
const anyJson = z.unknown().refine(value => value !== undefined, 'expected any JSON value');

/** A member of an object, with the name of the object for a person. */
interface NamedPlace extends Place {
  readonly owner: string;
}

export function memberTools({ kit, scene, explorer, gates, events }: ToolParts): readonly Tool[] {
  const stepOf = kit.restores<NamedPlace, Value>({
    name: 'member',
    what: ({ type, name, owner }) => `${type}.${name} of ${owner}`,
    key: ({ type, name, object }) => `${type}.${name} of ${object}`,
    permit: (value, { type, name }) => gates.requireMember(type, name, value),
    read: ({ owner: _, ...place }) => scene.call('member.read', place),
    same: (a, b, { name }) => fits(name, jsonOf(a), b) && fits(name, jsonOf(b), a),
    set: async (undoing, { json, ref }, { owner: _, ...place }) => {
      await undoing.call('member.write', { ...place, value: ref ?? json });
      events.resourceUpdated(memberUri(place));
      return undefined;
    },
    show: valueDtoOf,
  });
  return [
    kit.reading({
      name: 'ListComponentMembers',
      title: 'List members',
      description: 'Lists the fields and properties of a component, and with includeMethods its methods.',
      input: listMembers,
      output: dto.pageShape(dto.member),
      run: (args, { answerBytes }) => explorer.members(args, answerBytes),
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
      view: true,
      title: 'Set a member',
      description:
        'Sets a field or property, such as color of MeshRenderer. References need reflectionAllowlistMembers.',
      destructive: true,
      idempotent: true,
      input: z.object({
        objectId,
        componentType: typeName,
        member: name,
        jsonValue: anyJson.describe('JSON, such as 1.5, "\\"text\\"" or {"r":1,"g":0,"b":0}.'),
        confirm,
      }),
      output: dto.written,
      prepare: async ({ objectId: id, componentType, member, jsonValue }) => {
        const value = typeof jsonValue === 'string' ? parsed('jsonValue', jsonValue) : jsonValue;
        const object = await scene.call('object.get', { id });
        const { place, value: now } = await findMember(scene, id, componentType, member);
        return { object, place, now, value };
      },
      // A value that is too large to be kept cannot be written back.
      final: (_, { now }) => (isKept(now) ? undefined : NOT_KEPT),
      mayAsk: (_, { now }) => !isKept(now),
      plansAgain: true,
      admit: ({ componentType, member }) => gates.admitMember(componentType, member),
      permit: (_, { place, now }) => gates.requireMember(place.type, place.name, now),
      question: (_, { object, place, now, value }) => {
        const shown = cutText(JSON.stringify(value), MAX_SHOWN);
        return `Set ${place.type}.${place.name} of ${named(object)} from ${cutText(now.text, MAX_SHOWN)} to ${shown}?`;
      },
      plan: async (_, { object, place, value }) => {
        const found = await scene.call('member.write', { ...place, value, dryRun: true });
        const [before, after] = [valueDtoOf(found.before), valueDtoOf(found.after)];
        // Whole: long values may be cut to the same text.
        const [old, wanted] = [wholeOf(found.before), wholeOf(found.after)];
        const items = changed(`${place.type}.${place.name} of ${named(object)}`, old, wanted, 'overwrites');
        return { before, after, covers: [old, wanted], items };
      },
      run: async (_, write, __, { object, place, value }) => {
        const { before, after } = await write.call('member.write', { ...place, value });
        const { type, name } = place;
        events.resourceUpdated(memberUri(place));
        const undo = stepOf({ ...place, owner: named(object) }, { from: after, to: before });
        const values = { asked: value, before: valueDtoOf(before), after: valueDtoOf(after) };
        const undoable = isKept(before) ? undo : undefined;
        return write.done(`${type}.${name}`, fits(name, value, after), values, undoable);
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
          .union([z.string(), z.array(plainValue)])
          .default('[]')
          .describe('JSON array.'),
        confirm,
      }),
      output: { ok: z.boolean(), result: z.unknown().optional(), type: z.string() },
      final: 'the effect of a method is not known.',
      prepare: async ({ objectId: id, componentType, method, argsJson }) => {
        const args = typeof argsJson === 'string' ? parsed('argsJson', argsJson) : argsJson;
        if (!Array.isArray(args)) {
          throw new WorldError(
            'InvalidArgument',
            'argsJson must be a JSON array, such as "[1, true]".',
            'Send "[]" for a method without arguments.',
          );
        }
        const object = await scene.call('object.get', { id });
        return { object, args: args as unknown[], ...(await findMethods(scene, id, componentType, method)) };
      },
      admit: ({ componentType, method }) => gates.admitMethod(componentType, methodName(method)),
      permit: (_, { place }) => gates.requireMethod(place.type, place.name),
      question: (_, { object, place }) => `Call ${place.type}.${place.name} of ${named(object)}?`,
      plan: () => ({
        before: null,
        after: null,
        more: { note: 'The effect of a method is not known before it runs.' },
      }),
      run: async ({ objectId: object, method }, write, { answerBytes }, { place, args }) => {
        const value = await write.call('method.call', { object, type: place.type, name: method, args });
        const given = resultOf(value, answerBytes);
        write.wrote(null, given.result);
        return { ok: true, ...given, type: value.type };
      },
    }),
  ];
}

/** Whether the member has the value that was asked for. */
function fits(name: string, wanted: unknown, found: Value): boolean {
  return agrees(wanted, found) || (ANGLES.test(name) && sameAngles(wanted, found.json));
}

/** The value as it is written back. */
function jsonOf({ json, ref }: Value): unknown {
  return ref ?? json;
}

/** The value for a person: as it is written back, or else as text. */
function wholeOf(value: Value): unknown {
  return jsonOf(value) ?? value.text;
}

/** Whether the value can be written back, and is small enough to be kept. */
function isKept({ json, ref }: Value): boolean {
  return ref !== undefined || (json !== undefined && isSmall(json, MAX_KEPT));
}

/** Different angles may give the same rotation, and the scene may return others than it was given. */
function sameAngles(asked: unknown, found: unknown): boolean {
  const [a, b] = [angles.safeParse(asked), angles.safeParse(found)];
  return a.success && b.success && sameTurn(vectorOf(a.data), vectorOf(b.data));
}

function memberUri({ object, type, name }: Place): string {
  const query = `type=${encodeURIComponent(type)}&name=${encodeURIComponent(name)}`;
  return `unity://object/${object}/component/member?${query}`;
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text, finite) as unknown;
  } catch (thrown) {
    if (thrown instanceof WorldError) throw thrown;
    // A model often leaves out the inner quotes of a word, such as red or #ff8800.
    if (PLAIN_TEXT.test(text)) return text;
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
