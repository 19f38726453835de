import {
  META_SERVER,
  REVISION_2026_07_28,
  REVISION_IDS,
  REVISIONS,
  SKILLS_EXTENSION,
  TASKS_EXTENSION,
} from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { prompt } from '../api/prompt.js';
import { resource, template } from '../api/resource.js';
import { skill } from '../api/skill.js';
import { tool } from '../api/tool.js';
import type { World } from '../api/world.js';
import { WorldEvents } from '../api/world-events.js';
import { gate, Lab, named, SESSION_REVISIONS, turn } from './lab.test.js';

const look = tool({ name: 'look', description: 'Looks.', access: 'read', call: () => 'seen' });
const full: Partial<World> = {
  title: 'The lab',
  description: 'A world to try.',
  websiteUrl: 'https://example.org',
  icons: [{ src: 'https://example.org/i.png' }],
  instructions: 'Look first.',
  events: new WorldEvents(),
  tools: [look],
  prompts: [prompt({ name: 'p', get: () => [] })],
  resources: [resource({ uri: 'lab://a', name: 'a', read: () => 'a' })],
  templates: [template({ uriTemplate: 'lab://{x}/y', name: 't', read: () => 't' })],
  skills: [skill({ frontmatter: { name: 's', description: 'Guides.' }, body: 'x' })],
};

describe('initialize', () => {
  it.each(SESSION_REVISIONS)(
    '[HTTP-4.3.1] has the server, its capabilities and its instructions ($id)',
    ({ id }) => {
      const { result } = new Lab(full).kernel.initialize(
        { protocolVersion: id, capabilities: {} },
        named('local'),
      );
      expect(result).toEqual({
        protocolVersion: id,
        serverInfo: {
          name: 'lab',
          version: '1.2.3',
          ...(id >= '2025-06-18' && { title: 'The lab' }),
          ...(id >= '2025-11-25' && {
            description: full.description,
            websiteUrl: full.websiteUrl,
            icons: full.icons,
          }),
        },
        capabilities: {
          logging: {},
          tools: { listChanged: true },
          resources: { subscribe: true, listChanged: true },
          prompts: { listChanged: true },
          ...(id >= '2025-03-26' && { completions: {} }),
        },
        instructions: 'Look first.',
      });
    },
  );

  it('promises nothing that would answer "method not found"', async () => {
    const { kernel } = new Lab({});
    const { result } = kernel.initialize({ protocolVersion: '2025-11-25', capabilities: {} }, named('local'));
    expect(result.capabilities).toEqual({ logging: {} });
    expect(result).not.toHaveProperty('instructions');
    const quiet = new Lab({ tools: [look] }).kernel;
    expect(
      quiet.initialize({ protocolVersion: '2025-11-25', capabilities: {} }, named('local')).result
        .capabilities,
    ).toEqual({
      logging: {},
      tools: {},
    });
  });
});

describe('server/discover', () => {
  it('has the revisions, the server and its capabilities', async () => {
    const lab = new Lab(full);
    const { result } = await lab.ask(lab.caller(REVISION_2026_07_28), 'server/discover');
    expect(result).toMatchObject({
      resultType: 'complete',
      supportedVersions: REVISION_IDS,
      _meta: { [META_SERVER]: { name: 'lab', title: 'The lab', description: full.description } },
      instructions: 'Look first.',
      ttlMs: expect.any(Number),
      cacheScope: 'public',
    });
    expect(result.capabilities).toEqual({
      logging: {},
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      completions: {},
      extensions: { [TASKS_EXTENSION]: {}, [SKILLS_EXTENSION]: { directoryRead: true } },
    });
  });
});

describe('a method', () => {
  const METHODS = [...new Set(REVISIONS.flatMap(({ methods }) => [...methods]))].filter(
    name => name !== 'initialize',
  );

  it.each(REVISIONS)(
    'is served where the revision has it and answers -32601 where it has not ($id)',
    async revision => {
      const lab = new Lab(full);
      for (const method of METHODS) {
        const known = revision.methods.has(method);
        expect(lab.kernel.serves({ method, params: {} }, revision)).toBe(known);
        const exchange = lab.send(lab.caller(revision), method);
        await turn();
        expect(exchange.replies[0]?.error?.code === -32601).toBe(!known);
      }
    },
  );

  it.each(REVISIONS)('of no revision is refused without a word about the revision ($id)', async revision => {
    const lab = new Lab(full);
    const { error } = await lab.ask(lab.caller(revision), 'list_prompts');
    expect(error).toMatchObject({ code: -32601, message: 'There is no method "list_prompts".' });
    expect((await lab.ask(lab.caller(revision), 'tools/lst')).error.message).toBe(
      'There is no method "tools/lst". Did you mean tools/list?',
    );
  });

  it.each(REVISIONS)('of a feature that the world lacks answers -32601 ($id)', async revision => {
    const lab = new Lab({});
    for (const method of [
      'tools/list',
      'tools/call',
      'resources/list',
      'prompts/get',
      'completion/complete',
      'skills/list',
      'tasks/get',
    ]) {
      const { error } = await lab.ask(lab.caller(revision), method);
      expect(error.code).toBe(-32601);
      expect(lab.kernel.serves({ method, params: {} }, revision)).toBe(false);
      expect(error.message).toContain(
        revision.methods.has(method) ? `does not serve ${method}.` : `in revision ${revision.id}.`,
      );
    }
  });

  it.each(REVISIONS)(
    'that is unknown answers -32601 and is not quoted at full length ($id)',
    async revision => {
      const lab = new Lab(full);
      for (const method of ['', 'tools', 'constructor', 'x'.repeat(9_999)]) {
        const { error } = await lab.ask(lab.caller(revision), method);
        expect(error).toMatchObject({
          code: -32601,
          message: expect.stringMatching(/^There is no method "/),
        });
        expect(error.message.length).toBeLessThan(300);
      }
    },
  );

  it('ping is of the session era alone', async () => {
    const lab = new Lab({});
    for (const { id } of SESSION_REVISIONS)
      expect((await lab.ask(lab.session(id), 'ping')).result).toEqual({});
    expect((await lab.ask(lab.caller(REVISION_2026_07_28), 'ping')).error.code).toBe(-32601);
  });
});

describe('a result', () => {
  it.each(REVISIONS)(
    'of more bytes than the limit is an error that says what to do ($id)',
    async revision => {
      const bulk = tool({
        name: 'bulk',
        description: 'Gives as much as asked for.',
        access: 'read',
        input: z.object({ length: z.number() }),
        call: ({ length }) => 'x'.repeat(length),
      });
      const lab = new Lab({ tools: [bulk] }, { limits: { resultBytes: 10_000 } });
      const caller = lab.caller(revision);
      const { result } = await lab.callTool(caller, 'bulk', { length: 9_000 });
      expect(result.content).toEqual([{ type: 'text', text: 'x'.repeat(9_000) }]);
      const { error } = await lab.callTool(caller, 'bulk', { length: 10_000 });
      expect(error).toMatchObject({ code: -32603, data: { kind: 'TooLarge', hint: expect.any(String) } });
    },
  );
});

describe('requests side by side', () => {
  it('with one id, from two sessions, never cross', async () => {
    const gates = { a: gate(), b: gate() };
    const who = tool({
      name: 'who',
      description: 'Says who asked.',
      access: 'read',
      call: async (_args, { principal }) => {
        await gates[principal as 'a' | 'b'].opened;
        return principal;
      },
    });
    const lab = new Lab({ tools: [who] });
    const [a, b] = (['a', 'b'] as const).map(principal =>
      lab.send(lab.session('2025-11-25', {}, principal), 'tools/call', { name: 'who' }, { id: 1 }),
    );
    gates.b.open();
    expect((await b!.answer()).result.content).toMatchObject([{ text: 'b' }]);
    expect(a!.replies).toEqual([]);
    gates.a.open();
    expect((await a!.answer()).result.content).toMatchObject([{ text: 'a' }]);
  });

  it('each have one reply, whatever happens to the others', async () => {
    const lab = new Lab({ tools: [look] });
    const caller = lab.session('2025-11-25');
    const exchanges = Array.from({ length: 50 }, (_, n) =>
      lab.send(caller, n % 2 === 0 ? 'tools/call' : 'nope', { name: 'look' }, { id: n }),
    );
    await turn();
    for (const [n, { replies }] of exchanges.entries()) expect(replies).toMatchObject([{ id: n }]);
  });
});

describe('a wire that cannot take a reply', () => {
  it('is written to the log, and affects no other request', async () => {
    const lab = new Lab({ tools: [look] });
    const session = lab.session('2025-11-25');
    const broken = new Error('gone');
    lab.kernel.start(
      { kind: 'request', id: 1, method: 'ping', params: {} },
      session,
      { send: () => false, detach: () => {} },
      () => {
        throw broken;
      },
    );
    await turn();
    expect(lab.errors).toMatchObject([{ fields: { method: 'ping', err: broken } }]);
    expect(session.busy).toBe(false);
    expect((await lab.callTool(session, 'look')).result).toBeDefined();
  });
});

describe('a kernel that closes', () => {
  it('waits for what is in flight, then ends its sessions and its world, once', async () => {
    const { opened, open } = gate();
    const ends: string[] = [];
    const work = tool({
      name: 'work',
      description: 'Works.',
      access: 'read',
      call: () => opened.then(() => 'done'),
    });
    const lab = new Lab({
      tools: [work],
      close: async () => {
        ends.push('world');
      },
    });
    const session = lab.session('2025-11-25');
    session.onClose(() => ends.push('session'));
    const exchange = lab.sendTool(session, 'work');
    const closing = lab.kernel.close();
    await turn();
    expect(ends).toEqual([]);
    open();
    await closing;
    expect(exchange.replies).toMatchObject([{ result: { content: [{ text: 'done' }] } }]);
    expect(ends).toEqual(['session', 'world']);
  });

  it('takes no new requests and opens no new sessions', async () => {
    const { opened, open } = gate();
    const work = tool({ name: 'work', description: 'Works.', access: 'read', call: () => opened });
    const lab = new Lab({ tools: [work] });
    const session = lab.session('2025-11-25');
    lab.sendTool(session, 'work');
    const closing = lab.kernel.close();
    const refused = { code: -32603, data: { kind: 'NotReady' } };
    expect((await lab.callTool(session, 'work')).error).toMatchObject(refused);
    expect(() => lab.session('2025-11-25')).toThrow('stopping');
    open();
    await closing;
  });

  it('serves requests that a transport accepted before, and refuses later ones', async () => {
    const work = tool({ name: 'work', description: 'Works.', access: 'read', call: () => 'done' });
    const lab = new Lab({ tools: [work] });
    const { opened: arrived, open: bringNoMore } = gate();
    const closing = lab.kernel.close(arrived);
    await turn();
    const session = lab.session('2025-11-25');
    expect((await lab.callTool(session, 'work')).result).toMatchObject({ content: [{ text: 'done' }] });
    expect(session.closed).toBe(false);
    bringNoMore();
    await closing;
    expect(session.closed).toBe(true);
    expect(() => lab.session('2025-11-25')).toThrow('stopping');
  });

  it('waits for transports no longer than for calls', async () => {
    const lab = new Lab({}, { limits: { drainMs: 1 } });
    await lab.kernel.close(new Promise(() => {}));
    expect(() => lab.session('2025-11-25')).toThrow('stopping');
  });

  it('waits for drainMs at most, and sends an error for each call that it cancels', async () => {
    const stuck = tool({
      name: 'stuck',
      description: 'Hangs.',
      access: 'read',
      call: () => new Promise(() => {}),
    });
    const lab = new Lab({ tools: [stuck] }, { limits: { drainMs: 1 } });
    const exchange = lab.sendTool(lab.session('2025-11-25'), 'stuck');
    await lab.kernel.close();
    expect(exchange.call?.signal.aborted).toBe(true);
    expect(exchange.replies).toMatchObject([{ error: { code: -32603, data: { kind: 'NotReady' } } }]);
  });
});
