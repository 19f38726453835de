import type { Head } from '@worldwire/journal';
import { json, type WebAnswer, type WebRequest, type WebRoute } from '@worldwire/server';
import type { LiveUniverse } from '../service/live-universe.js';
import { isUniverseId } from '../service/universe-id.js';
import type { Universes } from '../service/universes.js';
import { asked, documentTag, hasCopy, invalid, objectBody, pageLimit } from './parameters.js';
import { answered } from './refusals.js';

const LONGEST_NAME = 200;
/** Control characters and halves of characters, which stores cannot keep. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

/** Universes as a whole: to make, list, read, replace and remove. */
export function universeRoutes(universes: Universes): readonly WebRoute[] {
  return [
    {
      method: 'POST',
      path: '/universes',
      access: 'write',
      answer: request =>
        answered(async () => {
          const { id, name, state } = objectBody(request, ['id', 'name', 'state']);
          const created = await universes.create(
            { ...(id !== undefined && { id: readId(id) }), name: readName(name), state },
            asked(request),
          );
          const live = await universes.open(created.head.id);
          const headers = {
            location: `/universes/${encodeURIComponent(live.id)}`,
            ...(created.replayed && { 'idempotency-replayed': 'true' }),
          };
          return document(live, 201, headers);
        }),
    },
    {
      method: 'GET',
      path: '/universes',
      access: 'read',
      answer: async request => {
        const limit = pageLimit(request);
        const cursor = request.query.get('cursor');
        if (cursor !== null && !isUniverseId(cursor)) throw invalid('cursor is the nextCursor of a page.');
        const heads = await universes.list({ limit: limit + 1, ...(cursor !== null && { after: cursor }) });
        const items = heads.slice(0, limit);
        return json(200, { items, ...(heads.length > limit && { nextCursor: items.at(-1)?.id }) });
      },
    },
    {
      method: 'GET',
      path: '/universes/:id',
      access: 'read',
      answer: async request => {
        const live = await universes.open(idOf(request));
        const tag = documentTag(live.head, live.revision);
        if (hasCopy(request, tag)) return { status: 304, headers: tag };
        return document(live, 200);
      },
    },
    {
      method: 'PUT',
      path: '/universes/:id',
      access: 'write',
      answer: request =>
        answered(async () => {
          const { name, state } = objectBody(request, ['name', 'state']);
          const given = name === undefined ? undefined : readName(name);
          if (given === undefined && state === undefined) throw invalid('Send a name, a state, or both.');
          const id = idOf(request);
          const who = asked(request);
          if (state !== undefined) await universes.execute(id, [replacing(state)], who);
          // A new state has used the expectation up.
          if (given !== undefined)
            await universes.rename(id, given, state === undefined ? who.ifRevision : undefined);
          return document(await universes.open(id), 200);
        }),
    },
    {
      method: 'DELETE',
      path: '/universes/:id',
      access: 'write',
      answer: async request => {
        await universes.remove(idOf(request), asked(request).ifRevision);
        return { status: 204 };
      },
    },
  ];
}

export function idOf({ params }: WebRequest): string {
  return params.id as string;
}

/** The state is written once and copied: it is most of the answer. */
async function document(
  live: LiveUniverse,
  status: number,
  headers?: Readonly<Record<string, string>>,
): Promise<WebAnswer> {
  const { bytes, revision } = await live.text();
  const { id, name, createdAt, updatedAt } = live.head satisfies Head;
  const before = JSON.stringify({ id, name }).slice(0, -1);
  const behind = JSON.stringify({ createdAt, updatedAt, revision }).slice(1);
  const body = Buffer.concat([Buffer.from(`${before},"state":`), bytes, Buffer.from(`,${behind}`)]);
  return {
    status,
    headers: { 'content-type': 'application/json', ...documentTag(live.head, revision), ...headers },
    body,
  };
}

/** A state that is put brings its own clock, where it has one. */
function replacing(state: unknown): object {
  const time = (state as { time?: unknown } | null)?.time;
  return { type: 'replaceSnapshot', snapshot: state, ...(time !== undefined && { time }) };
}

function readName(name: unknown): string {
  const fits = typeof name === 'string' && name.trim() !== '' && name.length <= LONGEST_NAME;
  if (fits && !UNPRINTABLE.test(name)) return name;
  throw invalid(`name is text of 1 to ${LONGEST_NAME} characters, without control characters.`);
}

function readId(id: unknown): string {
  if (typeof id === 'string' && isUniverseId(id)) return id;
  throw invalid(
    'id is 1 to 64 letters, digits, dots, dashes or underscores.',
    'Leave it out to have one made.',
  );
}
