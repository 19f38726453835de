import type { Head } from '@worldwire/journal';
import { isObject } from '@worldwire/protocol';
import { json, type WebAnswer, type WebRequest, type WebRoute } from '@worldwire/server';
import { SERVER } from '../service/caller.js';
import type { LoadedUniverse } from '../service/loaded-universe.js';
import { newestHeads } from '../service/newest-heads.js';
import { StateText } from '../service/state-text.js';
import { isUniverseId } from '../service/universe-id.js';
import type { Universes } from '../service/universes.js';
import {
  documentTag,
  hasCopy,
  invalid,
  MAX_PER_PAGE,
  objectBody,
  pageLimit,
  unkeyedWriteOptions,
  wholeNumber,
  writeOptions,
} from './parameters.js';
import { withRefusals } from './with-refusals.js';

/** In code points. */
export const MAX_NAME = 200;
/** Control characters and lone surrogates, which stores cannot keep. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

const REPLAYED = { 'idempotency-replayed': 'true' };

/** Create, list, read, replace and remove universes. */
export function universeRoutes(universes: Universes): readonly WebRoute[] {
  return [
    {
      method: 'POST',
      path: '/universes',
      access: 'write',
      asksBeforeLoss: true,
      about: ({ body }) => ({ universe: isObject(body) ? body.id : undefined, command: 'create' }),
      answer: createUniverse(universes),
    },
    {
      method: 'GET',
      path: '/universes',
      access: 'read',
      answer: request => {
        const paged = request.query.get('limit') !== null || request.query.get('cursor') !== null;
        return paged ? page(universes, request) : newest(universes);
      },
    },
    {
      method: 'GET',
      path: '/universes/:id',
      access: 'read',
      answer: withRefusals(async request => {
        const revision = wholeNumber(request, 'revision');
        const loaded = await universes.open(idOf(request));
        const tag = documentTag(loaded.head, revision ?? loaded.revision);
        if (hasCopy(request, tag)) return { status: 304, headers: tag };
        const text =
          revision === undefined ? loaded.text(request) : textAt(universes, loaded, revision, request);
        return document(loaded, text, 200);
      }),
    },
    {
      method: 'PUT',
      path: '/universes/:id',
      access: 'write',
      asksBeforeLoss: true,
      about: request => ({ universe: idOf(request), command: isRename(request) ? 'rename' : 'replace' }),
      answer: putUniverse(universes),
    },
    {
      method: 'DELETE',
      path: '/universes/:id',
      access: 'write',
      asksBeforeLoss: true,
      about: request => ({ universe: idOf(request), command: 'remove' }),
      answer: async request => {
        await universes.remove(idOf(request), unkeyedWriteOptions(request));
        return { status: 204 };
      },
    },
  ];
}

/** In the order of the ids. */
async function page(universes: Universes, request: WebRequest): Promise<WebAnswer> {
  const limit = pageLimit(request);
  const cursor = request.query.get('cursor');
  if (cursor !== null && !isUniverseId(cursor)) throw invalid('cursor must be the nextCursor of a page.');
  const heads = await universes.list({ limit: limit + 1, ...(cursor !== null && { after: cursor }) });
  const items = heads.slice(0, limit);
  return json(200, {
    items: items.map(listed),
    ...(heads.length > limit && { nextCursor: items.at(-1)?.id }),
  });
}

/** For clients that know no pages. An array cannot say that it was cut, so a header does. */
async function newest(universes: Universes): Promise<WebAnswer> {
  const { heads, cut } = await newestHeads(universes);
  return json(200, heads.map(listed), cut ? { link: `</universes?limit=${MAX_PER_PAGE}>; rel="first"` } : {});
}

type Answering = (request: WebRequest) => Promise<WebAnswer>;

/** `normalize` adapts the state of the request. */
export function createUniverse(universes: Universes, normalize = (state: unknown) => state): Answering {
  return withRefusals(async request => {
    const { id, name, state } = objectBody(request, ['id', 'name', 'state']);
    const created = await universes.create(
      { ...(id !== undefined && { id: readId(id) }), name: readName(name), state: normalize(state) },
      writeOptions(request),
    );
    request.concerns({ universe: created.head.id });
    const loaded = await universes.open(created.head.id);
    const headers = {
      location: `/universes/${encodeURIComponent(loaded.id)}`,
      ...(created.replayed && REPLAYED),
    };
    return document(loaded, loaded.text(SERVER), 201, headers);
  });
}

function putUniverse(universes: Universes): Answering {
  return withRefusals(async request => {
    const { name, state } = objectBody(request, ['name', 'state']);
    const named = name === undefined ? undefined : readName(name);
    const id = idOf(request);
    let replayed = false;
    if (state !== undefined)
      ({ replayed } = await universes.replace(id, state, named, writeOptions(request)));
    else if (named !== undefined) await universes.rename(id, named, unkeyedWriteOptions(request));
    else await universes.expect(id, writeOptions(request));
    const loaded = await universes.open(id);
    return document(loaded, loaded.text(SERVER), 200, replayed ? REPLAYED : {});
  });
}

async function textAt(
  universes: Universes,
  loaded: LoadedUniverse,
  revision: number,
  request: WebRequest,
): Promise<StateText> {
  const { capture } = await universes.stateAt(loaded, revision, request);
  return new StateText(revision, await request.heavy(capture.text()));
}

function listed({ id, name, createdAt, updatedAt, revision }: Head): object {
  return { id, name, createdAt, updatedAt, revision };
}

/** The body is not validated yet. */
function isRename({ body }: WebRequest): boolean {
  return isObject(body) && body.state === undefined;
}

export function idOf({ params }: WebRequest): string {
  return params.id as string;
}

/**
 * Copies the bytes of the state, which are most of the answer. After a write the server writes them in its own turns: a
 * committed write must not fail because its caller has too much waiting.
 */
async function document(
  loaded: LoadedUniverse,
  text: Promise<StateText>,
  status: number,
  headers?: Readonly<Record<string, string>>,
): Promise<WebAnswer> {
  const { bytes, revision } = await text;
  const { id, name, createdAt, updatedAt } = loaded.head satisfies Head;
  const before = JSON.stringify({ id, name }).slice(0, -1);
  const behind = JSON.stringify({ createdAt, updatedAt, revision }).slice(1);
  const body = Buffer.concat([Buffer.from(`${before},"state":`), bytes, Buffer.from(`,${behind}`)]);
  return {
    status,
    headers: { 'content-type': 'application/json', ...documentTag(loaded.head, revision), ...headers },
    body,
  };
}

function readName(name: unknown): string {
  const short = typeof name === 'string' && name.length <= 2 * MAX_NAME && [...name].length <= MAX_NAME;
  if (short && name.trim() !== '' && !UNPRINTABLE.test(name)) return name;
  throw invalid(`name must be a text of 1 to ${MAX_NAME} characters without control characters.`);
}

function readId(id: unknown): string {
  if (typeof id === 'string' && isUniverseId(id)) return id;
  throw invalid(
    'id must be 1 to 64 letters, digits, dots, dashes or underscores, and start with a letter or a digit.',
    'Leave it out to get a new id.',
  );
}
