import type { Comparison, Condition, ConditionState, Conditions } from '@worldwire/engine';
import { WorldError } from '@worldwire/server';
import { z } from 'zod';
import { valueDtoOf } from '../dto/cards.js';
import { name, objectId, plainValue, typeName } from '../dto/inputs.js';
import { findMember } from '../scene/names.js';
import type { Scene } from '../scene/scene.js';

const MAX_CONDITIONS = 16;
const ABOUT_OBJECT: readonly Comparison[] = ['exists', 'gone'];
const COMPARISONS = ['==', '!=', '<', '<=', '>', '>=', 'contains', 'exists', 'gone'] as const;

/** The names of ReadComponentMember, and a comparison. */
const condition = z.strictObject({
  objectId: objectId.optional(),
  path: z.string().min(1).max(4_096).optional().describe('Instead of objectId; need not exist yet.'),
  componentType: typeName.optional(),
  name: name.optional().describe('Of a member.'),
  part: z.string().min(1).max(100).optional().describe('Such as "x" of a vector.'),
  is: z.enum(COMPARISONS).default('==').describe('exists and gone are about the object.'),
  value: plainValue.optional(),
});

export const conditionInputs = {
  conditions: z.array(condition).min(1).max(MAX_CONDITIONS),
  any: z.boolean().optional().describe('One is enough.'),
};

export type GivenCondition = z.output<typeof condition>;

/** Conditions as the engine takes them. Names are checked first, because a misspelt one would never hold. */
export async function engineConditions(
  scene: Scene,
  given: readonly GivenCondition[],
  any: boolean | undefined,
): Promise<Conditions> {
  const conditions = await Promise.all(
    given.map(async (each, index) => {
      try {
        return await engineCondition(scene, each);
      } catch (thrown) {
        if (!(thrown instanceof WorldError)) throw thrown;
        throw new WorldError(thrown.kind, `conditions[${index}]: ${thrown.message}`, thrown.hint);
      }
    }),
  );
  return { conditions, ...(any === true && { any }) };
}

/** What became of each condition: whose it is, and its value in the last frame. */
export function statesOf(
  given: readonly GivenCondition[],
  states: readonly ConditionState[],
): readonly object[] {
  return given.map(({ objectId: id, path, name: member, part, is, value }, index) => {
    const state = states[index];
    const what = [
      id ?? path,
      ...(member === undefined ? [] : [member]),
      ...(part === undefined ? [] : [part]),
    ];
    const wanted = value === undefined ? '' : ` ${JSON.stringify(value)}`;
    const { type: _, ...now } = state?.value === undefined ? { type: '' } : valueDtoOf(state.value);
    return { condition: `${what.join('.')} ${is}${wanted}`, holds: state?.holds === true, ...now };
  });
}

async function engineCondition(scene: Scene, given: GivenCondition): Promise<Condition> {
  const { objectId: object, path, componentType, name: member, part, is, value } = given;
  if ((object === undefined) === (path === undefined)) {
    throw new WorldError(
      'InvalidArgument',
      'It needs objectId or path, and not both.',
      'SearchObjects finds ids and paths.',
    );
  }
  const where = object === undefined ? { path: absolute(path as string) } : { object };
  if (ABOUT_OBJECT.includes(is)) {
    // Hosts that fill in every argument send null for the value.
    const surplus = Object.entries({ componentType, name: member, part, value }).filter(
      ([, each]) => each !== undefined && each !== null,
    );
    if (surplus.length === 0) return { ...where, is };
    throw new WorldError(
      'InvalidArgument',
      `"${is}" is about the object, and does not take ${surplus.map(([field]) => field).join(' and ')}.`,
      'Leave them out, or compare a member with ==, !=, <, <=, >, >= or contains.',
    );
  }
  if (componentType === undefined || member === undefined || value === undefined) {
    throw new WorldError(
      'InvalidArgument',
      `"${is}" needs componentType, name and value.`,
      'ListComponentMembers lists the members of a component. "exists" and "gone" need the object alone.',
    );
  }
  const id = object ?? (await idAt(scene, absolute(path as string)));
  const type =
    id === undefined ? componentType : (await findMember(scene, id, componentType, member)).place.type;
  return { ...where, type, name: member, ...(part !== undefined && { part }), is, value };
}

/** The object with the path, if there is exactly one now. */
async function idAt(scene: Scene, path: string): Promise<string | undefined> {
  const { items } = await scene.call('object.list', { path });
  const same = items.filter(item => item.path === path);
  return same.length === 1 ? same[0]?.id : undefined;
}

function absolute(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}
