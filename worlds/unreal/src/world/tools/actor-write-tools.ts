import { type Tool, WorldError } from '@worldwire/server';
import { jsonSize } from '@worldwire/server/kit';
import { z } from 'zod';
import { actorPath, className, packageOf } from '../../port/given-path.js';
import type { ActorDetail, ActorInfo, Transform } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import { nameOf } from '../../port/unreal-paths.js';
import { movedParts, type WriteCall, type WritePlan } from '../../port/write-plan.js';
import { accessOfWrite } from '../access/write-access.js';
import { EDITOR_STATE, urisOf } from '../resources/uris.js';
import { readBackDiffers, sameRotation, sameVector } from '../state/read-back.js';
import { actorState } from '../state/undo-state.js';
import { LOST_ACTOR, undoOf } from '../state/undo-step.js';
import type { WriteTarget } from '../state/write-target.js';
import * as inputs from './inputs.js';
import { changed, json, planOf } from './planned-writes.js';
import { accessOrRefused, type ToolParts, writeTool } from './tool-kit.js';
import * as outputs from './write-outputs.js';

/** Characters of the properties of a spawned actor that its undo compares. */
const MAX_PROPERTIES = 16_000;

const transform = { location: inputs.location, rotation: inputs.rotation, scale: inputs.scale };

/** Tools that change actors of the open level. */
export function actorWriteTools({ writes }: ToolParts): readonly Tool[] {
  return [
    writeTool(writes, {
      name: 'set_actor_transform',
      title: 'Move an actor',
      description:
        'Moves, rotates or scales an actor: to location, rotation and scale, or relative to where it is with by. Returns the transform before and after, as read back.',
      input: z.object({ path: inputs.actorPath, ...transform, by: inputs.by }),
      output: outputs.written,
      prepare: ({ path: given, by: relative, ...parts }) => {
        const path = actorPath(given);
        const by = present(relative ?? {});
        const to = present(parts);
        requireParts(to, by);
        const call = {
          write: 'actor.transform',
          params: { path, ...to, ...(Object.keys(by).length > 0 && { by }) },
        } as const satisfies WriteCall;
        return {
          call,
          plan: (target, found) => planOf(target, call, undefined, found),
          run: async target => {
            const { before, after } = await target.call(call.write, call.params);
            const asked = movedParts({ ...to, by }, before);
            if (!hasTransform(asked, after))
              throw readBackDiffers(target.provenance, json(asked), json(before), json(after));
            const values = { before: json(before), after: json(after) };
            return changed(values.before, values.after, undoOf(call, values), urisOf(path));
          },
        };
      },
    }),
    writeTool(writes, {
      name: 'spawn_actor',
      title: 'Spawn an actor',
      description:
        'Spawns an actor in the open level. class is a short name ("PointLight"), a class path, or the path of a Blueprint. Returns the actor, as read back.',
      destructive: false,
      input: z.object({
        class: z.string().min(1).max(2_000).describe('Class, such as "PointLight" or "/Game/Doors/BP_Door".'),
        name: z.string().min(1).max(200).optional().describe('Label in the outliner.'),
        ...transform,
      }),
      output: outputs.written,
      accessOf: args =>
        accessOrRefused(() =>
          accessOfWrite({ write: 'actor.spawn', params: { class: className(args.class) } }),
        ),
      raises: [
        {
          access: 'danger',
          when: 'class is written in Python, or is a native class that runs scripts or commands',
          example: { class: '/Engine/PythonTypes.Robot' },
        },
      ],
      prepare: ({ class: kind, name, ...parts }) => {
        const asked = { ...present(parts), ...(name !== undefined && { name }) };
        const call = {
          write: 'actor.spawn',
          params: { class: className(kind), ...asked },
        } as const satisfies WriteCall;
        return {
          call,
          plan: target => planOf(target, call),
          run: async target => {
            const spawned = await target.call(call.write, call.params);
            const there = await readBack(target, spawned.path);
            const after = there === 'unknown' ? spawned : there && { ...spawned, ...cardOf(there) };
            if (after === undefined || !hasTransform(asked, after) || !isNamed(name, after)) {
              throw readBackDiffers(target.provenance, json(asked), null, json(after ?? null));
            }
            const left = there === 'unknown' || there === undefined ? json(after) : keptState(there);
            const undo = undoOf(call, { before: null, after: left });
            return changed(null, json(after), undo, [EDITOR_STATE, ...urisOf(after.path)]);
          },
        };
      },
    }),
    writeTool(writes, {
      name: 'destroy_actor',
      title: 'Destroy an actor',
      description:
        'Removes an actor from the open level. undo_write cannot restore it exactly. Returns the actor as it was.',
      input: z.object({ path: inputs.actorPath }),
      output: outputs.written,
      prepare: ({ path: given }) => {
        const path = actorPath(given);
        const call = { write: 'actor.destroy', params: { path } } as const satisfies WriteCall;
        return {
          call,
          needsPlan: true,
          plan: async target => {
            const plan = await planOf(target, call, ({ attached = [] }) =>
              attached.length > 0 ? { attached: [...attached] } : {},
            );
            const question = questionOf(plan.source);
            return { ...plan, ...(question !== undefined && { question }) };
          },
          run: async (target, plan) => {
            const { destroyed } = await target.call(call.write, call.params);
            const there = await readBack(target, path);
            if (there !== 'unknown' && there !== undefined) {
              throw readBackDiffers(target.provenance, null, json(destroyed), json(cardOf(there)));
            }
            const undo = undoOf(call, { before: json(destroyed), after: null }, plan?.source.classPath);
            return changed(json(destroyed), null, undo, [EDITOR_STATE, ...urisOf(path)]);
          },
        };
      },
    }),
  ];
}

/** An actor without others attached to it is destroyed without a question. */
export function questionOf({ before, attached = [] }: WritePlan): string | undefined {
  if (attached.length === 0) return undefined;
  const { path, name, label = name, class: kind } = before as unknown as ActorInfo;
  const level = nameOf(packageOf(path));
  return `Delete ${label} (${kind}, level ${level}, ${attached.length} attached)? undo_write cannot restore ${LOST_ACTOR}.`;
}

function requireParts(to: Partial<Transform>, by: Partial<Transform>): void {
  if (Object.keys({ ...to, ...by }).length === 0) {
    throw new WorldError(
      'InvalidArgument',
      'location, rotation and scale are all missing.',
      'Give at least one of them, or one inside by for a relative move: {"by":{"location":{"z":50}}}.',
    );
  }
  const twice = Object.keys(to).find(part => Object.hasOwn(by, part));
  if (twice === undefined) return;
  throw new WorldError(
    'InvalidArgument',
    `${twice} is given twice: as a value, and inside by.`,
    `Give ${twice} for an absolute value, or by.${twice} for a relative one.`,
  );
}

/** The actor as it is now, undefined where it does not exist, or 'unknown' where the source cannot read it. */
async function readBack({ call }: WriteTarget, path: string): Promise<ActorDetail | undefined | 'unknown'> {
  try {
    return await call('actor.get', { path });
  } catch (thrown) {
    if (!(thrown instanceof UnrealError)) throw thrown;
    const { kind, message, enable } = thrown;
    if (kind === 'not-found') return undefined;
    if (kind === 'unsupported' || kind === 'closed') return 'unknown';
    // The source confirmed the write; only its result is unknown.
    throw new UnrealError(kind, `The write was sent but could not be read back: ${message}`, enable, true);
  }
}

/** The state that an undo compares, without properties that are too long for the journal. */
function keptState(detail: ActorDetail) {
  const isLong = jsonSize(detail.properties) > MAX_PROPERTIES;
  return actorState(isLong ? { ...detail, properties: {} } : detail);
}

function cardOf({ path, name, label, class: kind, location, rotation, scale }: ActorInfo): ActorInfo {
  return {
    path,
    name,
    ...(label !== undefined && { label }),
    class: kind,
    ...present({ location, rotation, scale }),
  };
}

function present(parts: { [Part in keyof Transform]?: Transform[Part] | undefined }): Partial<Transform> {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
}

function hasTransform(asked: Partial<Transform>, found: Partial<Transform>): boolean {
  const { location, rotation, scale } = found;
  return (
    (!asked.location || !location || sameVector(asked.location, location)) &&
    (!asked.rotation || !rotation || sameRotation(asked.rotation, rotation)) &&
    (!asked.scale || !scale || sameVector(asked.scale, scale))
  );
}

function isNamed(asked: string | undefined, { name, label }: ActorInfo): boolean {
  return asked === undefined || asked === label || asked === name;
}
