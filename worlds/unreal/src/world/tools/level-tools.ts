import type { JsonValue } from '@worldwire/protocol';
import { type Tool, WorldError } from '@worldwire/server';
import { fitItems } from '@worldwire/server/kit';
import { z } from 'zod';
import { actorPath, className, packageOf, packagePath } from '../../port/given-path.js';
import type { ActorInfo, Transform } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import { EDITOR_STATE, urisOf } from '../resources/uris.js';
import { readBackDiffers, sameRotation, sameVector } from '../state/read-back.js';
import type { WriteTarget } from '../state/writes.js';
import * as inputs from './inputs.js';
import * as outputs from './outputs.js';
import { MAX_ANSWER } from './pages.js';
import { type ToolParts, writeTool } from './tool-kit.js';

const MAX_SELECTED = 500;

const transform = { location: inputs.location, rotation: inputs.rotation, scale: inputs.scale };

/** Tools that change the open level or its selection. */
export function levelTools({ writes }: ToolParts): readonly Tool[] {
  return [
    writeTool(writes, {
      name: 'set_actor_transform',
      title: 'Move an actor',
      description:
        'Moves, rotates or scales an actor. What you leave out stays as it is. Returns the transform before and after, as read back.',
      idempotent: true,
      input: z.object({ path: inputs.actorPath, ...transform }),
      output: outputs.written(outputs.transform),
      prepare: ({ path: given, ...parts }) => {
        const path = actorPath(given);
        const asked = present(parts);
        if (Object.keys(asked).length === 0) {
          throw new WorldError(
            'InvalidArgument',
            'location, rotation and scale are all missing.',
            'Give at least one of them.',
          );
        }
        return async ({ call, provenance }) => {
          const { before, after } = await call('actor.transform', { path, ...asked });
          if (!hasTransform(asked, after))
            throw readBackDiffers(provenance, json(asked), json(before), json(after));
          return { ...bothOf(json(before), json(after)), touched: urisOf(path) };
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
      output: outputs.written(z.null(), outputs.actor),
      prepare: ({ class: kind, name, ...parts }) => {
        const asked = { ...present(parts), ...(name !== undefined && { name }) };
        const params = { class: className(kind), ...asked };
        return async target => {
          const spawned = await target.call('actor.spawn', params);
          const there = await readBack(target, spawned.path);
          const after = there === 'unknown' ? spawned : there && { ...spawned, ...cardOf(there) };
          if (after === undefined || !hasTransform(asked, after) || !isNamed(name, after)) {
            throw readBackDiffers(target.provenance, json(asked), null, json(after ?? null));
          }
          return { ...bothOf(null, json(after)), touched: [EDITOR_STATE, ...urisOf(after.path)] };
        };
      },
    }),
    writeTool(writes, {
      name: 'destroy_actor',
      title: 'Destroy an actor',
      description: 'Removes an actor from the open level. Returns the actor as it was.',
      input: z.object({ path: inputs.actorPath }),
      output: outputs.written(outputs.actor, z.null()),
      prepare: ({ path: given }) => {
        const path = actorPath(given);
        return async target => {
          const { destroyed } = await target.call('actor.destroy', { path });
          const there = await readBack(target, path);
          if (there !== 'unknown' && there !== undefined) {
            throw readBackDiffers(target.provenance, null, json(destroyed), json(cardOf(there)));
          }
          return { ...bothOf(json(destroyed), null), touched: [EDITOR_STATE, ...urisOf(path)] };
        };
      },
    }),
    writeTool(writes, {
      name: 'select_actors',
      title: 'Select actors',
      description: 'Selects exactly these actors in the editor. An empty list clears the selection.',
      destructive: false,
      idempotent: true,
      input: z.object({ paths: z.array(inputs.actorPath).max(MAX_SELECTED) }),
      output: outputs.written(z.array(z.string())),
      prepare: ({ paths: given }) => {
        const paths = given.map(actorPath);
        return async ({ call, provenance }) => {
          const { before, after } = await call('selection.set', { paths });
          const [found, left] = [before, after].map(list => fitItems(list, { max: MAX_ANSWER / 4 }));
          const wanted = new Set(paths.map(path => path.toLowerCase()));
          const selected = new Set(after.map(path => path.toLowerCase()));
          if (wanted.size !== selected.size || [...wanted].some(path => !selected.has(path))) {
            throw readBackDiffers(provenance, paths, json(found), json(left));
          }
          return { ...bothOf(json(found), json(left)), touched: [EDITOR_STATE] };
        };
      },
    }),
    writeTool(writes, {
      name: 'open_level',
      title: 'Open a level',
      description: 'Opens a level in the editor and closes the open one, whose unsaved changes may be lost.',
      idempotent: true,
      input: z.object({
        path: z.string().min(1).max(2_000).describe('Path of the level, such as "/Game/Maps/Hall".'),
      }),
      output: outputs.written(z.string().nullable()),
      prepare: ({ path: given }) => {
        const path = packagePath(given);
        return async ({ call, provenance }) => {
          const { before, after } = await call('level.open', { path });
          if (after === null || packageOf(after).toLowerCase() !== path.toLowerCase()) {
            throw readBackDiffers(provenance, path, before, after);
          }
          const touched = [EDITOR_STATE, ...[before, after].flatMap(level => (level ? urisOf(level) : []))];
          return { ...bothOf(before, after), touched };
        };
      },
    }),
  ];
}

/** The actor as it is now, undefined where it does not exist, or 'unknown' where the source cannot read it. */
async function readBack({ call }: WriteTarget, path: string): Promise<ActorInfo | undefined | 'unknown'> {
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

function bothOf(before: JsonValue, after: JsonValue) {
  return { answer: { before, after }, before, after };
}

function json(value: unknown): JsonValue {
  return value as JsonValue;
}
