import { z } from 'zod';
import { COMMANDS, snapshotSchema, stateSchema } from '../domain/index.js';

type Json = Readonly<Record<string, unknown>>;

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const content = (schema: Json, type = 'application/json'): Json => ({ content: { [type]: { schema } } });
const answer = (description: string, schema: Json, type?: string): Json => ({
  description,
  ...content(schema, type),
});
const query = (name: string, schema: Json, description: string): Json => ({
  name,
  in: 'query',
  schema,
  description,
});
const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  schema: { type: 'string' },
  description,
});
const object = (properties: Json, required: readonly string[] = Object.keys(properties)): Json => ({
  type: 'object',
  properties,
  required,
});
const list = (items: Json): Json => ({ type: 'array', items });

const text: Json = { type: 'string' };
const whole: Json = { type: 'integer', minimum: 0 };
const number: Json = { type: 'number' };

const id: Json = { name: 'id', in: 'path', required: true, schema: text };
const failed = (...statuses: readonly (keyof typeof FAILURES)[]): Json =>
  Object.fromEntries(statuses.map(status => [status, answer(FAILURES[status], ref('Failure'))]));
const FAILURES = {
  400: 'The request is malformed.',
  403: 'The server is read-only, or this caller may not come in.',
  404: 'There is no such universe.',
  409: 'The revision is not the expected one, later changes stand in the way, or the key means another operation.',
  422: 'The command cannot apply. Nothing has changed; the message says why.',
  503: 'The store cannot be reached or is full. Nothing is confirmed: retry with the same key.',
} as const;

const safely = [
  header('Idempotency-Key', 'A retry with the same key gives the recorded outcome and does nothing again.'),
  header('If-Match', 'The revision this write was thought up on; 409 when it is another by now.'),
];
const returning = query(
  'returning',
  { enum: ['state', 'changes'], default: 'state' },
  'The whole state, or only what changed.',
);
const paging = [query('limit', { ...whole, minimum: 1, maximum: 500, default: 50 }, 'Items per page.')];
const drawn = [
  query('t', number, 'Seconds; the time of the universe unless given.'),
  query('width', whole, 'Pixels, 200 to 2400.'),
  query('height', whole, 'Pixels, 200 to 2400.'),
  query('focus', text, 'The id of a body: only what goes round it.'),
];

/** The web interface in the words of OpenAPI 3.1, from the schemas that check the requests. */
export function openApi(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Worldwire universe',
      version: '0.1.0',
      description: 'Persistent universes, changed by commands that are never lost. MCP is at /mcp.',
    },
    paths: { ...general(), ...universes(), ...commands(), ...log(), ...sky() },
    components: { schemas: schemas() },
  };
}

function general(): Json {
  const uptime = { ...number, description: 'Seconds.' };
  const well = object({ ok: { const: true }, uptime });
  const unwell = object({ ok: { const: false }, uptime, reason: text });
  return {
    '/health': {
      get: {
        summary: 'Whether the server is there, and the store can be used',
        responses: { 200: answer('It is.', well), 503: answer('The store cannot be used.', unwell) },
      },
    },
    '/openapi.json': {
      get: { summary: 'This document', responses: { 200: answer('OpenAPI 3.1.', { type: 'object' }) } },
    },
  };
}

function universes(): Json {
  const created = object({ id: text, name: text, state: ref('Snapshot') }, ['name']);
  const put = object({ name: text, state: ref('Snapshot') }, []);
  const page = object({ items: list(ref('Head')), nextCursor: text }, ['items']);
  return {
    '/universes': {
      get: {
        summary: 'List universes, without their states',
        parameters: [...paging, query('cursor', text, 'nextCursor of the page before.')],
        responses: { 200: answer('A page.', page), ...failed(400) },
      },
      post: {
        summary: 'Make a universe',
        parameters: [safely[0]],
        requestBody: { required: true, ...content(created) },
        responses: { 201: answer('It is made.', ref('Universe')), ...failed(400, 403, 409, 422, 503) },
      },
    },
    '/universes/{id}': {
      parameters: [id],
      get: {
        summary: 'Read a universe',
        parameters: [header('If-None-Match', 'The ETag of a copy: 304 when it is still right.')],
        responses: {
          200: answer('The universe.', ref('Universe')),
          304: { description: 'The copy is right.' },
          ...failed(404),
        },
      },
      put: {
        summary: 'Give it another name, another state, or both',
        parameters: safely,
        requestBody: { required: true, ...content(put) },
        responses: {
          200: answer('As it is now.', ref('Universe')),
          ...failed(400, 403, 404, 409, 422, 503),
        },
      },
      delete: {
        summary: 'Remove a universe and its history',
        parameters: [safely[1]],
        responses: { 204: { description: 'It is gone.' }, ...failed(403, 404, 409, 503) },
      },
    },
  };
}

function commands(): Json {
  const outcome = object(
    {
      nextState: ref('State'),
      changes: list(ref('Change')),
      events: list(ref('Event')),
      revision: whole,
      firstRevision: whole,
    },
    ['events', 'revision'],
  );
  const refused = failed(400, 403, 404, 409, 422, 503);
  return {
    '/universes/{id}/commands': {
      parameters: [id],
      post: {
        summary: 'Send a command, or several that apply all or not at all',
        parameters: [...safely, returning],
        requestBody: { required: true, ...content({ oneOf: [ref('Command'), list(ref('Command'))] }) },
        responses: { 200: answer('Done, and stored.', outcome), ...refused },
      },
    },
    '/universes/{id}/undo': {
      parameters: [id],
      post: {
        summary: 'Take a revision back by a new one: the one named, or the newest that is not taken back',
        parameters: [...safely, returning],
        requestBody: content(object({ revision: { ...whole, minimum: 1 } }, [])),
        responses: { 200: answer('Taken back, and stored.', outcome), ...refused },
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
      parameters: [id],
      get: {
        summary: 'Follow the commands: event "command", data the command, id the revision',
        parameters: [
          header('Last-Event-ID', 'Goes on behind this revision.'),
          query('since', whole, 'The same, for readers that cannot send the header.'),
        ],
        responses: { 200: answer('A stream.', text, 'text/event-stream'), ...failed(400, 404) },
      },
    },
    '/universes/{id}/changes': {
      parameters: [id],
      get: {
        summary: 'What changed behind a revision, oldest first',
        parameters: [query('since', whole, 'A revision; 0 unless given.'), ...paging],
        responses: { 200: answer('A page.', changes), ...failed(400, 404) },
      },
    },
    '/universes/{id}/history': {
      parameters: [id],
      get: {
        summary: 'Who did what and when, newest first',
        parameters: [query('cursor', whole, 'nextCursor of the page before.'), ...paging],
        responses: { 200: answer('A page.', history), ...failed(400, 404) },
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
  const drawing = (type: string): Json => ({
    get: {
      summary: 'A chart: orbits, bodies, rings, belts and nebulae with their names',
      parameters: drawn,
      responses: { 200: answer('A picture.', text, type), ...failed(400, 404) },
    },
  });
  return {
    '/universes/{id}/ephemeris': {
      parameters: [id],
      get: {
        summary: 'Where every body is at a time, in km',
        parameters: [drawn[0]],
        responses: { 200: answer('Positions.', positions), ...failed(400, 404) },
      },
    },
    '/universes/{id}/map.svg': { parameters: [id], ...drawing('image/svg+xml') },
    '/universes/{id}/map.png': { parameters: [id], ...drawing('image/png') },
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
  };
}

function schemaOf(schema: z.ZodType): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}
