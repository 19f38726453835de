import type { JsonValue } from '@worldwire/protocol';
import { type Tool, WorldError } from '@worldwire/server';
import { z } from 'zod';
import { actorPath, className, packageOf, packagePath } from '../../port/given-path.js';
import type { ActorInfo, Transform } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import { EDITOR_STATE, urisOf } from '../resources/uris.js';
import { ReadBackMismatch, sameRotation, sameVector } from '../state/read-back.js';
import { fitList } from '../state/shortened.js';
import type { WriteTarget } from '../state/writes.js';
import * as inputs from './inputs.js';
import * as outputs from './outputs.js';
import { BUDGET } from './pages.js';
import { type ToolParts, writeTool } from './tool-kit.js';

const MAX_SELECTED = 500;

const transform = { location: inputs.location, rotation: inputs.rotation, scale: inputs.scale };

/** What changes the open level and what is selected in it. */
export function levelTools({ writes }: ToolParts): readonly Tool[] {
  return [
    writeTool(writes, {
      name: 'set_actor_transform',
      title: 'Move an actor',
      description:
        'Moves, turns or scales an actor: what you do not give stays. Answers with the transform before and after, as read back.',
      idempotent: true,
      input: z.object({ path: inputs.actorPath, ...transform }),
      output: outputs.written(outputs.transform),
      prepare: ({ path: given, ...parts }) => {
        const path = actorPath(given);
        const asked = present(parts);
        if (Object.keys(asked).length === 0) {
          throw new WorldError(
            'InvalidArgument',
            'Nothing is asked for.',
            'Give location, rotation or scale.',
          );
        }
        return async ({ call, provenance }) => {
          const { before, after } = await call('actor.transform', { path, ...asked });
          if (!isAt(asked, after))
            throw new ReadBackMismatch(provenance, json(asked), json(before), json(after));
          return { ...bothOf(json(before), json(after)), touched: urisOf(path) };
        };
      },
    }),
    writeTool(writes, {
      name: 'spawn_actor',
      title: 'Spawn an actor',
      description:
        'Puts a new actor into the open level. class is a short name ("PointLight"), a class path, or the path of a Blueprint. Answers with the actor, as read back.',
      harmless: true,
      input: z.object({
        class: z.string().min(1).max(2_000).describe('Such as "PointLight" or "/Game/Doors/BP_Door".'),
        name: z.string().min(1).max(200).optional().describe('What the outliner shows.'),
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
          if (after === undefined || !isAt(asked, after) || !isNamed(name, after)) {
            const where = after === undefined ? '' : ` at ${after.path}`;
            throw new ReadBackMismatch(target.provenance, json(asked), null, json(after ?? null), where);
          }
          return { ...bothOf(null, json(after)), touched: [EDITOR_STATE, ...urisOf(after.path)] };
        };
      },
    }),
    writeTool(writes, {
      name: 'destroy_actor',
      title: 'Destroy an actor',
      description: 'Takes an actor out of the open level. Answers with what it was.',
      input: z.object({ path: inputs.actorPath }),
      output: outputs.written(outputs.actor, z.null()),
      prepare: ({ path: given }) => {
        const path = actorPath(given);
        return async target => {
          const { destroyed } = await target.call('actor.destroy', { path });
          const there = await readBack(target, path);
          if (there !== 'unknown' && there !== undefined) {
            throw new ReadBackMismatch(target.provenance, null, json(destroyed), json(cardOf(there)));
          }
          return { ...bothOf(json(destroyed), null), touched: [EDITOR_STATE, ...urisOf(path)] };
        };
      },
    }),
    writeTool(writes, {
      name: 'select_actors',
      title: 'Select actors',
      description: 'Selects these actors in the editor, and no others. No paths select nothing.',
      harmless: true,
      idempotent: true,
      input: z.object({ paths: z.array(inputs.actorPath).max(MAX_SELECTED) }),
      output: outputs.written(z.array(z.string())),
      prepare: ({ paths: given }) => {
        const paths = given.map(actorPath);
        return async ({ call, provenance }) => {
          const { before, after } = await call('selection.set', { paths });
          const [found, left] = [before, after].map(list => fitList(list, BUDGET / 4).kept);
          const wanted = new Set(paths.map(path => path.toLowerCase()));
          const selected = new Set(after.map(path => path.toLowerCase()));
          if (wanted.size !== selected.size || [...wanted].some(path => !selected.has(path))) {
            throw new ReadBackMismatch(provenance, paths, json(found), json(left));
          }
          return { ...bothOf(json(found), json(left)), touched: [EDITOR_STATE] };
        };
      },
    }),
    writeTool(writes, {
      name: 'open_level',
      title: 'Open a level',
      description:
        'Opens a level in the editor in place of the one that is open. Unsaved changes of that one may be lost.',
      idempotent: true,
      input: z.object({ path: z.string().min(1).max(2_000).describe('Such as "/Game/Maps/Hall".') }),
      output: outputs.written(z.string().nullable()),
      prepare: ({ path: given }) => {
        const path = packagePath(given);
        return async ({ call, provenance }) => {
          const { before, after } = await call('level.open', { path });
          if (after === null || packageOf(after).toLowerCase() !== path.toLowerCase()) {
            throw new ReadBackMismatch(provenance, path, before, after);
          }
          const touched = [EDITOR_STATE, ...[before, after].flatMap(level => (level ? urisOf(level) : []))];
          return { ...bothOf(before, after), touched };
        };
      },
    }),
  ];
}

/** The actor as it is now, undefined where it is none, or 'unknown' where the source cannot say. */
async function readBack({ call }: WriteTarget, path: string): Promise<ActorInfo | undefined | 'unknown'> {
  try {
    return await call('actor.get', { path });
  } catch (thrown) {
    if (!(thrown instanceof UnrealError)) throw thrown;
    const { kind, message, enable } = thrown;
    if (kind === 'not-found') return undefined;
    if (kind === 'unsupported' || kind === 'closed') return 'unknown';
    // The write itself was answered: only what came of it is not known.
    throw new UnrealError(kind, `It was asked for, but could not be read back: ${message}`, enable, true);
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

function isAt(asked: Partial<Transform>, found: Partial<Transform>): boolean {
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
