import type { FakeBridge } from '@worldwire/engine/testing';
import { Approvals, DEFAULT_LIMITS, Principal, Rights } from '@worldwire/server/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../http/until.js';
import { EngineClient, type Several, startSeveral } from './several-engines.js';
import type { UnityServerOptions } from './unity-server.js';

const OPERATOR = new Principal('ann', 'token', Rights.parse(['approve']));

const HINT = {
  name: 'give_hint',
  description: 'Says what to do next.',
  input: { type: 'object', properties: { about: { enum: ['door', 'coins'] } }, required: ['about'] },
  access: 'read',
};
const TELEPORT = {
  name: 'teleport',
  description: 'Moves the player.',
  input: {
    type: 'object',
    properties: { x: { type: 'number' }, y: { type: 'number' } },
    required: ['x', 'y'],
  },
  access: 'write',
};
const WIPE = { name: 'wipe', description: 'Ends all.', input: { type: 'object' }, access: 'danger' };
const OFFERS = {
  tools: [HINT, TELEPORT, WIPE],
  resources: [{ name: 'quest_log', description: 'The quests.', mimeType: 'text/plain' }],
  events: [{ name: 'coin_taken', description: 'A coin was taken.' }],
};

let several: Several;
let client: EngineClient;
let quest: FakeBridge;
let changes: number;

async function start(
  grants = { writes: true, eval: true },
  environment: UnityServerOptions['environment'] = {},
): Promise<void> {
  several = await startSeveral({ grants, environment });
  client = await EngineClient.withSession(several.server.url);
  quest = await several.link({ project: 'Quest' });
  changes = 0;
  several.server.kernel.world.events?.subscribe(({ kind }) => {
    if (kind === 'tools') changes++;
  });
}

/** Registers, and waits until the list has changed. */
async function offer(offers: object = OFFERS, bridge = quest): Promise<void> {
  const before = changes;
  bridge.send({ method: 'engine.offers', params: offers });
  await until(() => changes > before, 'a change of the list of tools');
}

async function names(): Promise<string[]> {
  return (await client.tools()).map(({ name }) => name).filter(name => name.includes('_'));
}

async function logged(): Promise<string> {
  const { Items } = await client.call('TailLogs', { count: 50, engine: 'quest' });
  return (Items as { Message: string }[]).map(({ Message }) => Message).join('\n');
}

beforeEach(() => start());
afterEach(() => several.close());

describe('tools of a game', () => {
  beforeEach(async () => {
    quest.answers.set('tool.call', ({ name, args }) => ({ text: `${name} done`, json: args }));
    await offer();
  });

  it('are listed with the name of their engine, marked as text of the game', async () => {
    expect(await names()).toEqual(['quest_give_hint', 'quest_teleport', 'quest_wipe']);
    const [hint] = (await client.tools()).filter(({ name }) => name === 'quest_give_hint');
    expect(hint?.description).toBe('Tool of the game quest, in its own words: Says what to do next.');
    expect(hint?.inputSchema).toMatchObject({
      properties: { about: { enum: ['door', 'coins'] } },
      required: ['about'],
    });
  });

  it('are called with valid arguments alone', async () => {
    expect(await client.call('quest_give_hint', { about: 'door' })).toMatchObject({
      ok: true,
      text: 'give_hint done',
      json: { about: 'door' },
      revision: 0,
    });
    for (const args of [{}, { about: 'tower' }, { about: 'door', more: 1 }]) {
      expect((await client.fail('quest_give_hint', args)).kind).toBe('InvalidArgument');
    }
    expect(quest.requests.filter(({ method }) => method === 'tool.call')).toHaveLength(1);
  });

  it('that write are journaled, audited, run once for a key, and have no dry run', async () => {
    const args = { x: 1, y: 2, operationKey: 'once-1' };
    const answer = await client.call('quest_teleport', args);
    expect(answer).toMatchObject({ ok: true, revision: 2, undo: expect.stringContaining('none: ') });
    expect(await client.call('quest_teleport', args)).toEqual(answer);
    expect(quest.requests.filter(({ method }) => method === 'tool.call')).toHaveLength(1);
    expect(await client.fail('quest_teleport', { x: 1, y: 2, dryRun: true })).toMatchObject({
      kind: 'Unsupported',
      message: expect.stringContaining('has no dry run'),
    });
    expect(several.server.audits).toContainEqual(
      expect.objectContaining({ tool: 'quest_teleport', outcome: 'done' }),
    );
    expect((await client.call('ListJournal')).Items).toMatchObject([{ Tool: 'quest_teleport' }]);
  });

  it('fail as the game says', async () => {
    quest.answers.set('tool.call', () => {
      throw Object.assign(new Error('the door is locked'), { kind: 'failed', hint: 'find the key' });
    });
    expect(await client.fail('quest_teleport', { x: 1, y: 2 })).toMatchObject({
      kind: 'Internal',
      message: expect.stringContaining('The door is locked'),
    });
    quest.answers.set('tool.call', () => ({ words: 'no text' }));
    expect((await client.fail('quest_give_hint', { about: 'door' })).message).toContain('invalid');
  });

  it('have their answers cut to the size of an answer', async () => {
    quest.answers.set('tool.call', () => ({ text: 'x'.repeat(200_000), json: 'y'.repeat(200_000) }));
    const answer = await client.call('quest_give_hint', { about: 'door' });
    expect(answer).toMatchObject({ Truncated: true, jsonLeftOut: expect.any(String) });
    expect(JSON.stringify(answer).length).toBeLessThan(64 * 1024);
  });

  it('that write are refused to others while the engine is held', async () => {
    const other = await EngineClient.withSession(several.server.url);
    await other.call('HoldEngine', {});
    expect((await client.fail('quest_teleport', { x: 1, y: 2 })).kind).toBe('Conflict');
    await client.call('quest_give_hint', { about: 'door' });
    await other.call('quest_teleport', { x: 1, y: 2 });
  });

  it('of two engines stand side by side, and say their engine', async () => {
    const harbour = await several.link({ project: 'Harbour' });
    harbour.answers.set('tool.call', () => ({ text: 'sailed' }));
    await offer({ tools: [TELEPORT] }, harbour);
    expect(await names()).toContain('harbour_teleport');
    expect(await client.call('harbour_teleport', { x: 1, y: 2 })).toMatchObject({
      text: 'sailed',
      engine: 'harbour',
    });
    const { Items } = await client.call('SearchObjects', { engine: 'quest', limit: 1 });
    const [{ Id }] = Items as [{ Id: string }];
    expect((await client.fail('harbour_teleport', { x: Id, y: 2 })).message).toContain('belongs to');
  });

  it('change with the registrations of the game', async () => {
    await offer({ tools: [WIPE] });
    expect(await names()).toEqual(['quest_wipe']);
    const { error } = await client.request('tools/call', { name: 'quest_teleport', arguments: {} });
    expect(error?.message).toContain('quest_teleport');
  });

  it('that have changed their access are refused until they are listed again', async () => {
    quest.send({ method: 'engine.offers', params: { tools: [{ ...HINT, access: 'danger' }] } });
    await until(() => several.pool.first.engine.offers.tools.length === 1, 'the other offers');
    expect(await client.fail('quest_give_hint', { about: 'door' })).toMatchObject({
      kind: 'Conflict',
      message: 'The game quest has changed its tool give_hint.',
    });
    expect(quest.requests.some(({ method }) => method === 'tool.call')).toBe(false);
  });

  it('are gone when the link is gone, and a call at that moment says so', async () => {
    quest.disconnect();
    await until(() => several.pool.first.engine.offers.tools.length === 0, 'the end of the offers');
    // The list changes a moment later.
    expect(await client.fail('quest_give_hint', { about: 'door' })).toMatchObject({
      kind: 'NotFound',
      message: expect.stringContaining('does not offer the tool give_hint any more (the engine is lost'),
    });
    await until(() => changes > 1, 'a change of the list of tools');
    expect(await names()).toEqual([]);
  });
});

describe('tools of a game, by what is allowed', () => {
  it('are those that the ceiling of the operator allows', async () => {
    await several.close();
    await start({ writes: true, eval: false });
    quest.answers.set('tool.call', () => ({ text: 'done' }));
    await offer();
    expect(await names()).toEqual(['quest_give_hint', 'quest_teleport']);
    expect((await client.fail('quest_wipe')).kind).toBe('PermissionDenied');
    expect(quest.requests.some(({ method }) => method === 'tool.call')).toBe(false);
  });
});

describe('tools of a game in other forms', () => {
  it('are found and called in the compact form', async () => {
    await several.close();
    await start(undefined, { compact: true });
    quest.answers.set('tool.call', ({ name }) => ({ text: `${name} done` }));
    await offer();
    const found = await client.request('tools/call', {
      name: 'search_tools',
      arguments: { query: 'teleport' },
    });
    expect(JSON.stringify(found.result)).toContain('quest_teleport');
    const args = { name: 'quest_teleport', arguments: { x: 1, y: 2 } };
    expect(await client.call('call_tool', args)).toMatchObject({ text: 'teleport done' });
  });

  it('wait for an approval like other writes', async () => {
    await several.close();
    const queue = new Approvals({
      limits: DEFAULT_LIMITS,
      date: Date.now,
      mintId: () => 'a1',
      record: () => {},
    });
    await start(undefined, { approval: { rule: 'writes', by: 'operator', queue } });
    quest.answers.set('tool.call', ({ name }) => ({ text: `${name} done` }));
    await offer();
    const call = client.call('quest_teleport', { x: 1, y: 2 });
    await until(() => queue.waiting.length === 1, 'a call that waits');
    expect(quest.requests.some(({ method }) => method === 'tool.call')).toBe(false);
    expect(queue.waiting).toMatchObject([{ plan: { tool: 'quest_teleport', arguments: '{"x":1,"y":2}' } }]);
    const { digest } = queue.waiting[0]!.plan;
    await queue.decide('a1', { approve: true, digest }, OPERATOR);
    expect(await call).toMatchObject({ text: 'teleport done' });
  });
});

it('the plan of a write names the engine that the session has selected, where several are linked', async () => {
  await several.close();
  const record = () => {};
  const queue = new Approvals({ limits: DEFAULT_LIMITS, date: Date.now, mintId: () => 'a1', record });
  await start(undefined, { approval: { rule: 'writes', by: 'operator', queue } });
  await several.link({ project: 'Maze' });
  await client.call('SelectEngine', { engine: 'maze' });
  const call = client.call('SetTimeScale', { value: 0.5 });
  await until(() => queue.waiting.length === 1, 'a call that waits');
  const { digest, effect } = queue.waiting[0]!.plan;
  expect(effect).toMatchObject({
    sentence: expect.stringMatching(/time scale/),
    note: 'In the engine maze.',
  });
  await queue.decide('a1', { approve: true, digest }, OPERATOR);
  expect(await call).toMatchObject({ engine: 'maze' });
});

describe('resources and events of a game', () => {
  beforeEach(() => offer());

  it('are read by the address of their engine', async () => {
    quest.answers.set('resource.read', ({ name }) => ({ text: `${name}: find the door` }));
    const { result } = await client.request('resources/list', {});
    expect(result?.resources).toContainEqual(
      expect.objectContaining({ uri: 'engine://quest/own/quest_log', mimeType: 'text/plain' }),
    );
    expect(await client.read('engine://quest/own/quest_log')).toBe('quest_log: find the door');
  });

  it('are listed, logged, and announced to subscribers', async () => {
    const updated: string[] = [];
    several.server.kernel.world.events?.subscribe(event => {
      if (event.kind === 'resource') updated.push(event.uri);
    });
    quest.send({ method: 'engine.event', params: { kind: 'own', name: 'coin_taken', data: { left: 2 } } });
    await until(() => updated.includes('engine://quest/own/events'), 'an update');
    expect(JSON.parse(await client.read('engine://quest/own/events'))).toMatchObject({
      registered: ['coin_taken'],
      events: [{ number: 1, name: 'coin_taken', data: { left: 2 } }],
      last: 1,
    });
    expect(JSON.parse(await client.read('engine://quest/own/events?since=1'))).toMatchObject({ events: [] });
    expect(await logged()).toContain('event coin_taken {"left":2}');
  });

  it('are limited in number, and end with the link', async () => {
    for (let index = 0; index < 300; index++) {
      quest.send({ method: 'engine.event', params: { kind: 'own', name: 'coin_taken', data: index } });
    }
    const { events } = JSON.parse(await client.read('engine://quest/own/events')) as { events: unknown[] };
    expect(events).toHaveLength(200);
    expect(events.at(-1)).toMatchObject({ data: 299 });
    quest.disconnect();
    await until(() => !several.pool.first.engine.present, 'the end of the grace period');
    expect(JSON.parse(await client.read('engine://quest/own/events'))).toMatchObject({ events: [] });
  });
});

describe('a hostile game', () => {
  it('cannot flood the list of tools, nor the clients with changes of it', async () => {
    const tools = Array.from({ length: 1_000 }, (_, index) => ({ ...WIPE, name: `t${index}` }));
    await offer({ tools });
    expect(await names()).toHaveLength(64);
    const before = changes;
    for (let round = 0; round < 100; round++) {
      quest.send({ method: 'engine.offers', params: { tools: [{ ...WIPE, name: `round${round}` }] } });
    }
    await until(() => changes > before, 'a change of the list of tools');
    expect(changes).toBe(before + 1);
    expect(await names()).toEqual(['quest_round99']);
  });

  it('cannot take the name of a tool of the server, use its arguments, or send a pattern', async () => {
    const input = (properties: object) => ({ type: 'object', properties });
    await offer({
      tools: [
        { ...WIPE, name: 'dry', input: input({ dryRun: { type: 'boolean' } }) },
        { ...WIPE, name: 'slow', input: input({ a: { type: 'string', pattern: '(a+)+$' } }) },
        { ...WIPE, name: 'either', input: { type: 'object', anyOf: [{ type: 'object' }] } },
        { ...WIPE, name: 'odd', input: input({ a: { type: 'spaceship' } }) },
        HINT,
      ],
    });
    expect(await names()).toEqual(['quest_give_hint']);
    const lines = await logged();
    expect(lines).toContain('the tool dry of the game is left out: its argument dryRun');
    expect(lines).toContain('"pattern", which is not supported');
    expect(lines).toContain('the tool either of the game is left out');
    expect(lines).toContain('.properties.a.type is not a type of JSON Schema');
  });

  it('cannot hide text in what it registers', async () => {
    const hidden = { type: 'object', properties: { a: { type: 'string', description: 'x\u202ey' } } };
    await offer({ tools: [{ ...HINT, description: 'a\u200bb', input: hidden }] });
    const [tool] = (await client.tools()).filter(({ name }) => name === 'quest_give_hint');
    expect(JSON.stringify(tool)).toContain('x\\\\u202ey');
    expect(tool?.description).toContain('a\\u200bb');
  });
});
