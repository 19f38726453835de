import { json, WebFeed, type WebRequest, type WebRoute } from '@worldwire/server';
import { inTurn } from '../service/caller.js';
import { changeOf, described } from '../service/described.js';
import type { LiveUniverse } from '../service/live-universe.js';
import type { Universes } from '../service/universes.js';
import { CommandFeed } from './command-feed.js';
import { CommandFrames } from './command-frames.js';
import { invalid, pageLimit, wholeNumber } from './parameters.js';
import { answering } from './refusals.js';
import { idOf } from './universe-routes.js';

/** What happened, and what happens. */
export function logRoutes(universes: Universes): readonly WebRoute[] {
  const frames = new CommandFrames();
  return [
    {
      method: 'GET',
      path: '/universes/:id/events',
      access: 'read',
      answer: async request => {
        const live = await universes.open(idOf(request));
        const after = await startOf(request, live);
        return new WebFeed(reader => new CommandFeed(universes, live, after, frames, reader).start());
      },
    },
    {
      method: 'GET',
      path: '/universes/:id/changes',
      access: 'read',
      answer: answering(async request => {
        const live = await universes.open(idOf(request));
        const since = await known(wholeNumber(request, 'since') ?? 0, live);
        const limit = pageLimit(request);
        await inTurn(request);
        const entries = await universes.after(live, since, limit);
        const next = entries.at(-1)?.revision ?? since;
        return json(200, {
          since,
          revision: live.revision,
          items: entries.map(changeOf),
          ...(next < live.revision && { nextSince: next }),
        });
      }),
    },
    {
      method: 'GET',
      path: '/universes/:id/history',
      access: 'read',
      answer: answering(async request => {
        const cursor = wholeNumber(request, 'cursor');
        const live = await universes.open(idOf(request));
        const limit = pageLimit(request);
        await inTurn(request);
        const entries = await universes.before(live, cursor, limit);
        const oldest = entries.at(-1)?.revision ?? 1;
        return json(200, { items: entries.map(described), ...(oldest > 1 && { nextCursor: oldest }) });
      }),
    },
  ];
}

/** Where a stream begins: behind the last event that the reader has, or with what comes next. */
export async function startOf(request: WebRequest, live: LiveUniverse): Promise<number> {
  const last = request.header('last-event-id');
  if (last === undefined || last === '') return known(wholeNumber(request, 'since') ?? live.revision, live);
  if (!/^\d{1,15}$/.test(last)) throw invalid('Last-Event-ID is the revision of an event of this stream.');
  return known(Number(last), live);
}

async function known(revision: number, live: LiveUniverse): Promise<number> {
  // Another server on the same store may have told of it before we heard.
  if (revision > live.revision) await live.refresh();
  if (revision <= live.revision) return revision;
  throw invalid(
    `Universe "${live.id}" has no revision ${revision} yet; its newest is ${live.revision}.`,
    'Read its state again and go on from there.',
  );
}
