import type { EngineEvent } from '@worldwire/engine';
import { eventOf } from '@worldwire/engine/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';
import { RawLink } from './raw-link.js';

/** Has a method for each way in which a tool can answer. */
const HOST = [
  'extends Node',
  'func plain(args): return "got %s" % args.get("text", "nothing")',
  'func value(_args): return {"count": 3, "at": Vector2(1, 2), "who": self}',
  'func nothing(_args): pass',
  'func slow(_args):',
  '\tawait get_tree().process_frame',
  '\treturn "later"',
  'func broken(_args): return [][3]',
  'func report(): return "all is well"',
];

let live: LiveGodot;
beforeAll(async () => {
  live = await LiveGodot.open();
});
afterAll(() => live?.engine.close());
beforeEach(async () => {
  await live.load('menu');
  await live.scripted('Host', HOST);
});

const SCHEMA =
  '{"type": "object", "properties": {"text": {"type": "string", "maxLength": 5}, "count": {"type": "integer", "minimum": 1}}, "required": ["text"], "additionalProperties": false}';
const register = (name: string, method: string, schema = '{}') =>
  live.run(
    `return find("Worldwire").register_tool("${name}", "About", ${schema}, "read", find("Host").${method})`,
  );
const use = (name: string, args: object = {}) =>
  live.call('tool.call', { name, args: args as Record<string, unknown> });

describe('a tool of the game', () => {
  it.each([
    ['plain', { text: 'got nothing' }],
    ['nothing', { text: 'done' }],
    ['slow', { text: 'later' }],
  ])('answers with what its method returns: %s', async (method, answer) => {
    expect((await register('one', method)).json).toBe(true);
    expect(await use('one')).toEqual(answer);
  });

  it('answers with JSON for other values', async () => {
    await register('one', 'value');
    const who = { ref: await live.find('/Menu/Host') };
    const { json, text } = await use('one');
    expect(json).toEqual({ count: 3, at: { x: 1, y: 2 }, who });
    expect(JSON.parse(text)).toEqual(json);
  });

  it('gets only arguments that fit its schema', async () => {
    await register('one', 'plain', SCHEMA);
    expect(await use('one', { text: 'hello', count: 2 })).toEqual({ text: 'got hello' });
    for (const [wrong, about] of [
      [{}, 'needs text'],
      [{ text: 5 }, 'of the type string'],
      [{ text: 'too long' }, '8 characters'],
      [{ text: 'a', count: 1.5 }, 'of the type integer'],
      [{ text: 'a', count: 0 }, '1 or more'],
      [{ text: 'a', colour: 1 }, 'no colour'],
    ] as const) {
      const { message, hint } = await live.refusal('invalid', use('one', wrong));
      expect(message).toContain(about);
      expect(hint).toContain('"required"');
    }
  });

  it('that fails says where, and its error is an event before the answer', async () => {
    await register('one', 'broken');
    const events: EngineEvent[] = [];
    const stop = live.engine.listen(event => events.push(event));
    const { message } = await live.refusal('failed', use('one'));
    stop();
    expect(message).toContain("Out of bounds get index '3'");
    expect(events).toContainEqual(
      expect.objectContaining({
        kind: 'log',
        level: 'error',
        problem: expect.objectContaining({ kind: 'script', line: 8 }),
      }),
    );
  });

  it('is gone with its object', async () => {
    await register('one', 'plain');
    const offers = eventOf(live.engine, 'offers', ({ offers: { tools } }) => tools.length === 0);
    await live.call('object.destroy', { id: await live.find('/Menu/Host') });
    await offers;
    await live.refusal('not-found', use('one'));
  });

  it.each([
    ['a name with a space', '"one two", "About", {}, "read", find("Host").plain'],
    ['an unknown access', '"one", "About", {}, "all", find("Host").plain'],
    ['a schema of no object', '"one", "About", {"type": "string"}, "read", find("Host").plain'],
  ])('is not registered with %s, and the log says why', async (_, args) => {
    const said = eventOf(
      live.engine,
      'log',
      ({ level, message }) => level === 'error' && message.includes('worldwire: '),
    );
    expect((await live.run(`return find("Worldwire").register_tool(${args})`)).json).toBe(false);
    await said;
  });
});

describe('a resource of the game', () => {
  it('is read when it is asked for', async () => {
    await live.run(
      'find("Worldwire").register_resource("report", "About", "text/plain", find("Host").report)',
    );
    expect(await live.call('resource.read', { name: 'report' })).toEqual({ text: 'all is well' });
  });
});

describe('an event of the game', () => {
  it('has data, and must be registered', async () => {
    await live.run('find("Worldwire").register_event("scored", "About")');
    const scored = eventOf(live.engine, 'own', ({ name }) => name === 'scored');
    await live.run('find("Worldwire").emit_event("scored", {"points": 3})');
    expect(await scored).toMatchObject({ data: { points: 3 } });
    const said = eventOf(live.engine, 'log', ({ message }) => message.includes('there is no event won'));
    await live.run('find("Worldwire").emit_event("won")\nreturn true');
    await said;
  });
});

describe('the offers of a game', () => {
  it('are sent after the greeting and once for several changes, and the greeting names the role', async () => {
    const link = await RawLink.open({ args: ['res://scenes/quest.tscn'] });
    try {
      expect(link.hellos[0]?.engine).toMatchObject({ role: 'game' });
      const isOffers = ({ method }: { method?: string }) => method === 'engine.offers';
      const first = link.heard.find(isOffers) ?? (await link.hears(isOffers));
      expect(first.params).toMatchObject({
        tools: [
          { name: 'give_hint', access: 'read', input: { type: 'object' } },
          { name: 'teleport', access: 'write' },
        ],
        resources: [{ name: 'quest_log', mimeType: 'text/plain' }],
        events: [{ name: 'coin_taken' }],
      });
      const count = () => link.heard.filter(isOffers).length;
      const before = count();
      const changed = link.hears(isOffers);
      await link.call('code.run', {
        code: 'for at in 5: find("Worldwire").register_event("event%d" % at, "About")',
      });
      expect((await changed).params?.events).toHaveLength(6);
      await link.call('time.get');
      expect(count()).toBe(before + 1);
    } finally {
      await link.close();
    }
  });
});

describe('problems', () => {
  it('of a script that does not compile have its file and line', async () => {
    const files = { 'scripts/broken.gd': 'extends Node\n\nfunc one():\n\treturn (1\n' };
    const link = await RawLink.open({ files });
    try {
      const isProblem = ({ params }: { params?: Record<string, unknown> }) => params?.problem !== undefined;
      const from = link.heard.length;
      await link.call('code.run', { code: 'return load("res://scripts/broken.gd") == null' });
      const [reported] = link.heard.slice(from).filter(isProblem);
      expect(reported?.params?.problem).toMatchObject({
        kind: 'compile',
        file: 'res://scripts/broken.gd',
        line: expect.any(Number),
      });
    } finally {
      await link.close();
    }
  });
});
