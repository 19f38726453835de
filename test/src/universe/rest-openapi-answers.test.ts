import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { JournalUnavailable } from '@worldwire/journal';
import type { EncodedPicture } from '@worldwire/picture';
import { TokenStore } from '@worldwire/transports/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { range } from './command-reader.js';
import { FailingJournal } from './failing-journal.js';
import { type Answer, THREE_STARS } from './rest.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

type Json = Readonly<Record<string, unknown>>;

interface Operation {
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema: Json }>>;
type Headed = Record<string, string>;

const TICK = { type: 'tick' };
const UNIVERSE = '/universes/{id}';
const COMMANDS = '/universes/{id}/commands';
const UNDO = '/universes/{id}/undo';
const MAP = '/universes/{id}/map.png';
/** Answered without a token. */
const PROBE = /^\/health$/;

const journal = new FailingJournal();
let server: UniverseServer;
let document: { readonly paths: Readonly<Record<string, Record<string, Operation>>>; components: Json };
beforeAll(async () => {
  server = await startUniverse({ journal, limits: { bodyBytes: 100_000 } });
  document = (await server.rest.get('/openapi.json')).body as never;
});
afterAll(() => server.close());

const validator = new AjvJsonSchemaValidator();
function fits(schema: Json, value: unknown): boolean {
  const { components } = document;
  return validator.getValidator({ ...schema, components } as never)(value).valid;
}

/** The document has the answer: its status for the operation, and its body. */
function expectDescribed(method: string, template: string, { status, body }: Answer): void {
  const described = document.paths[template]?.[method.toLowerCase()]?.responses[status];
  expect([template, status, described]).not.toEqual([template, status, undefined]);
  const schema = described?.content?.['application/json']?.schema;
  if (schema !== undefined) expect([body, fits(schema, body)]).toEqual([body, true]);
}

function takes(method: string, template: string, body: unknown): boolean {
  const schema = document.paths[template]?.[method.toLowerCase()]?.requestBody?.content['application/json'];
  return fits(schema?.schema ?? {}, body);
}

describe('a body', () => {
  const of = (template: string) => template.replace('{id}', 'u-1');
  const bodies: readonly (readonly [method: string, template: string, body: unknown, status: number])[] = [
    ['POST', '/universes', { name: 'x' }, 201],
    ['POST', '/universes', { name: '😀'.repeat(200) }, 201],
    ['POST', '/universes', { name: '\u2028x', id: 'A.b_c-1', state: THREE_STARS }, 201],
    ['POST', '/universes', {}, 400],
    ['POST', '/universes', { name: '' }, 400],
    ['POST', '/universes', { name: ' \u2028 ' }, 400],
    ['POST', '/universes', { name: 'a\nb' }, 400],
    ['POST', '/universes', { name: 'x'.repeat(201) }, 400],
    ['POST', '/universes', { name: '😀'.repeat(201) }, 400],
    ['POST', '/universes', { name: 'x', id: '../' }, 400],
    ['POST', '/universes', { name: 'x', id: '.x' }, 400],
    ['POST', '/universes', { name: 'x', id: '__proto__' }, 400],
    ['POST', '/universes', { name: 'x', id: 'x'.repeat(65) }, 400],
    ['POST', '/universes', { name: 'x', title: 'x' }, 400],
    ['POST', '/universes', [], 400],
    ['PUT', UNIVERSE, { name: 'x' }, 200],
    ['PUT', UNIVERSE, { state: { time: 1 } }, 200],
    ['PUT', UNIVERSE, {}, 200],
    ['PUT', UNIVERSE, { name: null }, 400],
    ['PUT', UNIVERSE, { name: 'x', revision: 1 }, 400],
    ['POST', COMMANDS, TICK, 200],
    ['POST', COMMANDS, [TICK, TICK], 200],
    ['POST', COMMANDS, range(1, 1_000).map(() => TICK), 200],
    ['POST', COMMANDS, [], 400],
    ['POST', COMMANDS, range(1, 1_001).map(() => TICK), 400],
    ['POST', COMMANDS, { dt: 1 }, 400],
    ['POST', COMMANDS, { type: 'explode' }, 422],
    ['POST', UNDO, {}, 200],
    ['POST', UNDO, { revision: null }, 200],
    ['POST', UNDO, { revision: 1 }, 200],
    ['POST', UNDO, { revision: 0 }, 400],
    ['POST', UNDO, { revision: 1.5 }, 400],
    ['POST', UNDO, { revision: '1' }, 400],
    ['POST', UNDO, { steps: 1 }, 400],
  ];

  it.each(bodies)(
    'is taken as its description says, and its answer is described: %s %s %j',
    async (...row) => {
      const [method, template, body, status] = row;
      await server.rest.delete('/universes/u-1');
      await server.rest.delete('/universes/A.b_c-1');
      await server.rest.create('u-1', THREE_STARS);
      await server.rest.command('u-1', TICK);
      const answer = await server.rest.send(method, of(template), body);
      expect([answer.text.slice(0, 300), answer.status]).toEqual([expect.anything(), status]);
      expect(takes(method, template, body)).toBe(status < 300);
      expectDescribed(method, template, answer);
    },
  );
});

describe('an answer of every status', () => {
  const send = (method: string, path: string, body?: unknown, headers?: Headed) =>
    server.rest.send(method, path, body, headers);

  beforeAll(async () => {
    await server.rest.delete('/universes/u-1');
    await server.rest.create('u-1', THREE_STARS);
  });

  it.each([
    ['PUT', UNIVERSE, { name: 'x' }, { 'if-match': 'soon' }, 400],
    ['DELETE', UNIVERSE, undefined, { 'if-match': 'soon' }, 400],
    ['DELETE', UNIVERSE, undefined, { 'idempotency-key': 'k' }, 400],
    ['DELETE', UNIVERSE, undefined, { 'if-match': '"99"' }, 409],
    ['DELETE', UNIVERSE, 'x', { 'content-type': 'text/plain' }, 415],
    ['GET', UNIVERSE, undefined, { origin: 'https://evil.example' }, 403],
    ['POST', COMMANDS, 'x', { 'content-type': 'text/plain' }, 415],
    ['POST', COMMANDS, { type: 'tick', filler: 'x'.repeat(200_000) }, {}, 413],
    ['PUT', UNIVERSE, { name: 'x'.repeat(200_000) }, {}, 413],
    ['POST', UNDO, { revision: 7 }, {}, 404],
  ] as const)('is described: %s %s', async (method, template, body, headers, status) => {
    const answer = await send(method, template.replace('{id}', 'u-1'), body, headers as Headed);
    expect(answer.status).toBe(status);
    expectDescribed(method, template, answer);
  });

  it.each([
    ['GET', '/universes'],
    ['GET', UNIVERSE],
    ['GET', `${UNIVERSE}/changes`],
    ['GET', `${UNIVERSE}/history`],
    ['GET', `${UNIVERSE}/events`],
    ['GET', `${UNIVERSE}/ephemeris`],
    ['GET', `${UNIVERSE}/map.svg`],
    ['GET', MAP],
    ['PUT', UNIVERSE],
    ['DELETE', UNIVERSE],
    ['POST', COMMANDS],
    ['POST', UNDO],
  ] as const)(
    'is described while the store is away, and where a path is none: %s %s',
    async (method, template) => {
      const lost = new JournalUnavailable('The connection is lost.');
      const body = {
        PUT: { state: {} },
        POST: template === UNDO ? {} : TICK,
        GET: undefined,
        DELETE: undefined,
      };
      journal.failNextList(lost);
      const away = await send(method, template.replace('{id}', 'missing'), body[method]);
      expect(away.status).toBe(503);
      expectDescribed(method, template, away);
      if (template === '/universes') return;
      const none = await send(method, template.replace('{id}', '%zz'), body[method]);
      expect(none.status).toBe(400);
      expectDescribed(method, template, none);
    },
  );

  it('is described for more pictures than the limit, with Retry-After', async () => {
    let painted = (_picture: EncodedPicture) => {};
    const painting = new Promise<EncodedPicture>(resolve => {
      painted = resolve;
    });
    const held = await startUniverse({ renderMap: () => painting });
    const asked = range(1, 33).map(number => held.rest.get(`/universes/sol/map.png?width=${900 + number}`));
    const first = await Promise.race(asked);
    expect(first.status).toBe(429);
    expect(first.headers.get('retry-after')).toBe('1');
    expectDescribed('GET', MAP, first);
    painted({ data: new Uint8Array(8), mimeType: 'image/png', width: 1, height: 1, detail: '1 colour' });
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(32);
    await held.close();
  });

  it('is described for callers without a token', async () => {
    const guarded = await startUniverse({
      http: { tokens: TokenStore.parse('ada 0123456789abcdef') },
    });
    expect(Object.keys(document.paths).length).toBeGreaterThan(5);
    for (const template of Object.keys(document.paths)) {
      const answer = await guarded.rest.get(template.replace('{id}', 'sol'));
      const [method = ''] = Object.keys(document.paths[template] ?? {}).filter(name => name !== 'parameters');
      expect(PROBE.test(template) ? [200] : [401, 429]).toContain(answer.status);
      expectDescribed(method, template, answer);
    }
    await guarded.close();
  });
});
