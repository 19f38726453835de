import { json, WebFeed, type WebRequest, type WebRoute } from '@worldwire/server';
import { waitForTurn } from '../service/caller.js';
import { changeItem, historyItem } from '../service/entry-items.js';
import type { LoadedUniverse } from '../service/loaded-universe.js';
import type { Universes } from '../service/universes.js';
import { CommandFeed } from './command-feed.js';
import { CommandFrames } from './command-frames.js';
import { invalid, pageLimit, wholeNumber } from './parameters.js';
import { idOf } from './universe-routes.js';
import { withRefusals } from './with-refusals.js';

/** The event stream, changes and history. */
export function logRoutes(universes: Universes): readonly WebRoute[] {
  const frames = new CommandFrames();
  return [
    {
      method: 'GET',
      path: '/universes/:id/events',
      access: 'read',
      answer: async request => {
        const loaded = await universes.open(idOf(request));
        const after = await startRevision(request, loaded);
        return new WebFeed(reader => new CommandFeed(universes, loaded, after, frames, reader).start());
      },
    },
    {
      method: 'GET',
      path: '/universes/:id/changes',
      access: 'read',
      answer: withRefusals(async request => {
        const loaded = await universes.open(idOf(request));
        const since = await checkedRevision(wholeNumber(request, 'since') ?? 0, loaded);
        const limit = pageLimit(request);
        await waitForTurn(request);
        const entries = await universes.after(loaded, since, limit);
        const next = entries.at(-1)?.revision ?? since;
        return json(200, {
          since,
          revision: loaded.revision,
          items: entries.map(changeItem),
          ...(next < loaded.revision && { nextSince: next }),
        });
      }),
    },
    {
      method: 'GET',
      path: '/universes/:id/history',
      access: 'read',
      answer: withRefusals(async request => {
        const cursor = wholeNumber(request, 'cursor');
        const loaded = await universes.open(idOf(request));
        const limit = pageLimit(request);
        await waitForTurn(request);
        const entries = await universes.before(loaded, cursor, limit);
        const oldest = entries.at(-1)?.revision ?? 1;
        return json(200, { items: entries.map(historyItem), ...(oldest > 1 && { nextCursor: oldest }) });
      }),
    },
  ];
}

/** The revision after which a stream starts: Last-Event-ID, `since`, or the newest. */
export async function startRevision(request: WebRequest, loaded: LoadedUniverse): Promise<number> {
  const last = request.header('last-event-id');
  if (last === undefined || last === '')
    return checkedRevision(wholeNumber(request, 'since') ?? loaded.revision, loaded);
  if (!/^\d{1,15}$/.test(last)) throw invalid('Last-Event-ID must be the id of an event of this stream.');
  return checkedRevision(Number(last), loaded);
}

async function checkedRevision(revision: number, loaded: LoadedUniverse): Promise<number> {
  // The client may have the revision from another server on the same store.
  if (revision > loaded.revision) await loaded.refresh();
  if (revision <= loaded.revision) return revision;
  throw invalid(
    `Universe "${loaded.id}" has no revision ${revision}; the newest is ${loaded.revision}.`,
    'Read its state again and continue from its revision.',
  );
}
