import { z } from 'zod';
import { COMMANDS, snapshotSchema, stateSchema } from '../domain/index.js';
import { MAX_COMMANDS } from '../service/universes.js';
import { constructorFailure, constructorPaths } from './openapi-constructor.js';
import {
  drawn,
  ifMatch,
  inPath,
  key,
  named,
  paging,
  pictureBytes,
  placed,
  returning,
  time,
  universeId,
} from './openapi-parameters.js';
import {
  answer,
  content,
  failed,
  type Json,
  list,
  number,
  object,
  parameter,
  ref,
  revision,
  strict,
  text,
  whole,
} from './openapi-schemas.js';

/** The web interface as OpenAPI 3.1, from the schemas that validate the requests. */
export function openApi(): Json {
  const plain = { ...general(), ...universes(), ...commands(), ...log(), ...sky() };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Worldwire universe',
      version: '0.1.0',
      description: 'Persistent universes that are changed by durable commands. MCP is at /mcp.',
    },
    // The folder of this document: the main port serves it below the name of the world.
    servers: [{ url: '.' }],
    paths: { ...plain, ...constructorPaths(plain) },
    components: { schemas: schemas() },
  };
}

function general(): Json {
  const uptime = { ...number, description: 'Seconds.' };
  // Callers without a credential get `ok` alone.
  const healthy = object({ ok: { const: true }, uptime }, ['ok']);
  const unhealthy = object({ ok: { const: false }, uptime, reason: text }, ['ok']);
  return {
    '/health': {
      get: {
        summary: 'Whether the server and its store work',
        responses: {
          200: answer('Both work.', healthy),
          503: answer('The store cannot be used.', unhealthy),
          ...failed(),
        },
      },
    },
    '/openapi.json': {
      get: {
        summary: 'This document',
        responses: { 200: answer('OpenAPI 3.1.', { type: 'object' }), ...failed() },
      },
    },
  };
}

function universes(): Json {
  const created = strict({ id: universeId, name: named, state: ref('Snapshot') }, ['name']);
  const put = strict({ name: named, state: ref('Snapshot') }, []);
  const page = object({ items: list(ref('Head')), nextCursor: text }, ['items']);
  return {
    '/universes': {
      get: {
        summary:
          'List universes, without their states: without a query the newest 1,000, newest first; with limit or cursor a page, by id',
        parameters: [paging, parameter('query', 'cursor', universeId, 'nextCursor of the previous page.')],
        responses: {
          200: answer('The universes; a page if limit or cursor is given.', {
            oneOf: [list(ref('Head')), page],
          }),
          ...failed(503),
        },
      },
      post: {
        summary: 'Create a universe',
        parameters: [key],
        requestBody: { required: true, ...content(created) },
        responses: { 201: answer('The new universe.', ref('Universe')), ...failed(409, 413, 415, 422, 503) },
      },
    },
    '/universes/{id}': {
      parameters: [inPath],
      get: {
        summary: 'Read a universe',
        parameters: [
          parameter('header', 'If-None-Match', text, 'ETag of a copy; 304 if the copy is current.'),
          parameter('query', 'revision', revision, 'Return the state at this revision; default: the newest.'),
        ],
        responses: {
          200: answer('The universe.', ref('Universe')),
          304: { description: 'The copy is current.' },
          ...failed(404, 503),
        },
      },
      put: {
        summary: 'Replace the name, the state, both, or nothing; a name alone takes no Idempotency-Key',
        parameters: [key, ifMatch],
        requestBody: { required: true, ...content(put) },
        responses: {
          200: answer('The changed universe.', ref('Universe')),
          ...failed(404, 409, 413, 415, 422, 503),
        },
      },
      delete: {
        summary: 'Remove a universe and its history',
        parameters: [ifMatch],
        responses: { 204: { description: 'Removed.' }, ...failed(404, 409, 413, 415, 503) },
      },
    },
  };
}

function commands(): Json {
  const outcome = {
    nextState: ref('State'),
    changes: list(ref('Change')),
    events: list(ref('Event')),
    revision,
    firstRevision: revision,
  };
  const done = object(outcome, ['events', 'revision']);
  const undone = object({ ...outcome, undone: revision }, ['events', 'revision', 'undone']);
  const several = { ...list(ref('Command')), minItems: 1, maxItems: MAX_COMMANDS };
  const back = strict({ revision: { ...revision, type: ['integer', 'null'], minimum: 1 } }, []);
  const refused = failed(404, 409, 413, 415, 422, 503);
  return {
    '/universes/{id}/commands': {
      parameters: [inPath],
      post: {
        summary: 'Send a command, or an array of commands that apply all or not at all',
        parameters: [key, ifMatch, returning],
        requestBody: { required: true, ...content({ oneOf: [ref('Command'), several] }) },
        responses: { 200: answer('The command is applied and stored.', done), ...refused },
      },
    },
    '/universes/{id}/undo': {
      parameters: [inPath],
      post: {
        summary: 'Undo a revision by a new one: the given revision, or the newest that is not undone',
        parameters: [key, ifMatch, returning],
        requestBody: content(back),
        responses: { 200: answer('The undo is applied and stored.', undone), ...refused },
      },
    },
  };
}

function log(): Json {
  const changed = object({
    revision: whole,
    command: { type: 'object' },
    events: list(ref('Event')),
    changes: list(ref('Change')),
  });
  const changes = object({ since: whole, revision: whole, items: list(changed), nextSince: whole }, [
    'since',
    'revision',
    'items',
  ]);
  const entry = object(
    {
      revision: whole,
      at: { type: 'string', format: 'date-time' },
      principal: text,
      operationKey: text,
      command: { type: 'object' },
      events: list(ref('Event')),
      undoes: whole,
    },
    ['revision', 'at', 'principal', 'command', 'events'],
  );
  const history = object({ items: list(entry), nextCursor: whole }, ['items']);
  return {
    '/universes/{id}/events': {
      parameters: [inPath],
      get: {
        summary: 'Stream the commands: event "command", data the command, id the revision',
        parameters: [
          parameter('header', 'Last-Event-ID', text, 'Continue after this revision.'),
          parameter('query', 'since', revision, 'The same, for clients that cannot send the header.'),
        ],
        responses: { 200: answer('A stream.', text, 'text/event-stream'), ...failed(404, 503) },
      },
    },
    '/universes/{id}/changes': {
      parameters: [inPath],
      get: {
        summary: 'List the changes after a revision, oldest first',
        parameters: [parameter('query', 'since', revision, 'A revision; default 0.'), paging],
        responses: { 200: answer('A page.', changes), ...failed(404, 503) },
      },
    },
    '/universes/{id}/history': {
      parameters: [inPath],
      get: {
        summary: 'List all commands with principal and time, newest first',
        parameters: [parameter('query', 'cursor', revision, 'nextCursor of the previous page.'), paging],
        responses: { 200: answer('A page.', history), ...failed(404, 503) },
      },
    },
  };
}

function sky(): Json {
  const place = object({
    id: text,
    name: text,
    parentId: { type: ['string', 'null'] },
    x: number,
    y: number,
    z: number,
  });
  const positions = object({ t: number, revision: whole, bodies: list(place) });
  const drawing = (type: string, ...more: readonly Json[]): Json => ({
    get: {
      summary: 'Draw a map: orbits, bodies, rings, belts and nebulae with their names',
      parameters: [...drawn, ...more],
      responses: { 200: answer('The map.', text, type), ...failed(404, 503) },
    },
  });
  return {
    '/universes/{id}/ephemeris': {
      parameters: [inPath],
      get: {
        summary: 'Compute the positions of all bodies at a time, in km',
        parameters: [time, placed],
        responses: { 200: answer('Positions.', positions), ...failed(404, 503) },
      },
    },
    '/universes/{id}/map.svg': { parameters: [inPath], ...drawing('image/svg+xml') },
    '/universes/{id}/map.png': { parameters: [inPath], ...drawing('image/png', pictureBytes) },
    '/universes/{id}/map.jpeg': { parameters: [inPath], ...drawing('image/jpeg', pictureBytes) },
  };
}

function schemas(): Json {
  const head = { id: text, name: text, createdAt: text, updatedAt: text, revision: whole };
  const failure = object({ kind: text, message: text, hint: text, detail: {} }, ['kind', 'message']);
  return {
    Head: object(head),
    Universe: object({ ...head, state: ref('State') }),
    State: schemaOf(stateSchema),
    Snapshot: schemaOf(snapshotSchema),
    Command: {
      oneOf: COMMANDS.map(({ name }) => ref(name)),
      discriminator: {
        propertyName: 'type',
        mapping: Object.fromEntries(COMMANDS.map(({ name }) => [name, `#/components/schemas/${name}`])),
      },
    },
    ...Object.fromEntries(
      COMMANDS.map(({ name, schema, example }) => [name, { ...schemaOf(schema), examples: [example] }]),
    ),
    Event: object({ type: text }),
    Change: object({ op: { enum: ['add', 'patch', 'remove', 'link', 'unlink', 'time', 'reset'] } }),
    Failure: object({ error: failure }),
    ConstructorFailure: constructorFailure,
  };
}

function schemaOf(schema: z.ZodType): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}
