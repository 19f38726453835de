import { callerName } from '@worldwire/protocol';
import type { Context, Log, Tool } from '@worldwire/server';
import { readTool, structuredAnswer } from '@worldwire/server/kit';
import { z } from 'zod';
import { type Change, KINDS } from '../domain/index.js';
import type { LoadedUniverse } from '../service/loaded-universe.js';
import type { Universes } from '../service/universes.js';
import { listAnswer } from './list-answer.js';
import { answerRoom, fitAnswer } from './result-budget.js';
import { readingAt } from './revision-argument.js';
import { universeId } from './universe-argument.js';
import { withUniverse } from './with-universe.js';

/** Entities of one page of a state. */
const MAX_ENTITIES = 1_000;
/** More revisions or entities are not followed: the view reads the state again. */
const MAX_REVISIONS = 200;
const MAX_CHANGED = 500;

/** For the view of a universe: a state in pages, the largest bodies first, and then what changed since its revision. */
export function followTool(universes: Universes, log: Log): Tool {
  return readTool({
    name: 'follow_universe',
    title: 'Follow a universe',
    description:
      'For the view of the universe. Alone: all entities in pages, by mass. since: the entities that changed after that revision, as they are now.',
    subject: 'universeId',
    common: ['maxBytes'],
    ui: { visibility: ['app'] },
    input: z.object({
      universeId,
      since: z.int().min(0).optional(),
      cursor: z.string().max(1_024).optional().describe('Of the page before.'),
    }),
    output: z.looseObject({ revision: z.number(), time: z.number() }),
    call: ({ universeId: id, since, cursor }, context: Context) =>
      withUniverse(id, context, log, async () => {
        const loaded = await universes.open(id);
        if (since === undefined) return page(universes, loaded, cursor, context);
        if (since > loaded.revision) await loaded.refresh();
        return changes(universes, loaded, since, context);
      }),
  });
}

async function page(
  universes: Universes,
  loaded: LoadedUniverse,
  cursor: string | undefined,
  context: Context,
): Promise<object> {
  const read = await readingAt(universes, loaded, undefined, context);
  const request = { include: KINDS, sort: '-mass', limit: MAX_ENTITIES, cursor };
  const list = await read(committed => listAnswer(committed, request, context));
  const { time, units } = await loaded.read(universe => universe.view({ include: ['time', 'units'] }));
  return structuredAnswer({ ...list, time, ...(units !== undefined && { units }) });
}

async function changes(
  universes: Universes,
  loaded: LoadedUniverse,
  since: number,
  context: Context,
): Promise<object> {
  const { revision } = loaded;
  const time = await loaded.read(universe => universe.time);
  const head = { revision, since, time };
  if (since === revision) return structuredAnswer({ ...head, items: [], removed: [] });
  const reset = () => structuredAnswer({ ...head, reset: true });
  if (since > revision || revision - since > MAX_REVISIONS) return reset();
  const entries = await universes.after(loaded, since, MAX_REVISIONS);
  const touched = new Map<string, { readonly in: (typeof KINDS)[number]; readonly id: string }>();
  for (const change of entries.flatMap(entry => entry.changes as readonly Change[])) {
    if (change.op === 'reset') return reset();
    if (change.op === 'time') continue;
    const named = changedEntity(change);
    if (named !== undefined) touched.set(`${named.in}/${named.id}`, named);
    if (touched.size > MAX_CHANGED) return reset();
  }
  const found = await loaded.read(universe =>
    [...touched.values()].map(name => ({ name, entity: universe.entity(name.in, name.id) })),
  );
  const items = found.flatMap(({ name, entity }) =>
    entity === undefined ? [] : [{ in: name.in, ...entity }],
  );
  const removed = found.flatMap(({ name, entity }) => (entity === undefined ? [name] : []));
  const by = [...new Set(entries.map(callerName))].slice(0, 8);
  const answer = { ...head, by, removed };
  if (fitAnswer(answer, items, answerRoom(context)).length < items.length) return reset();
  return structuredAnswer({ ...answer, items });
}

/** The entity that a change names. A link of a group changes the group. */
function changedEntity(
  change: Exclude<Change, { op: 'reset' | 'time' }>,
): { readonly in: (typeof KINDS)[number]; readonly id: string } | undefined {
  if (change.op === 'add' || change.op === 'patch' || change.op === 'remove')
    return { in: change.in, id: change.id };
  return change.list === 'groupChildren' && change.of !== undefined
    ? { in: 'groups', id: change.of }
    : undefined;
}
