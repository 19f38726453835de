import { type JsonObject, REVISIONS, type Revision } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { tool } from '../api/tool.js';
import { ALL_CAPABILITIES, Lab } from '../kernel/lab.test.js';
import { Gates } from './gates.js';
import { Policy } from './policy.js';
import { Principal } from './principal.js';
import { Rights } from './rights.js';

const REVISION = REVISIONS[0] as Revision;
const PARTS = {
  instructions: 'A lab.',
  tools: (['read', 'write', 'danger'] as const).map(access =>
    tool({ name: `tool_${access}`, description: 'Works.', access, call: () => 'ok' }),
  ),
  resources: [{ uri: 'lab://one', name: 'one', read: () => 'text' }],
  prompts: [{ name: 'ask', get: () => [] }],
};
const CASES: readonly (readonly [string, readonly string[], boolean])[] = [
  ['', [], false],
  ['operate approve', [], false],
  ['other:eval', [], false],
  ['read', ['tool_read'], true],
  ['lab:write', ['tool_read', 'tool_write'], true],
  ['eval', ['tool_read', 'tool_write', 'tool_danger'], true],
  ['lab:write:*_write', ['tool_write'], false],
  ['lab:read:tool_read', ['tool_read'], false],
];

function lab() {
  const gates = new Gates();
  const policy = new Policy({ name: 'lab' }, { eval: true }, { gates });
  return { gates, lab: new Lab(PARTS, { environment: { policy } }) };
}

function holder(words: string): Principal {
  return new Principal('ann', 'token', Rights.parse(words.split(' ').filter(Boolean)));
}

describe.each(CASES)('a principal with the rights "%s"', (words, tools, reads) => {
  const who = holder(words);
  const { lab: server } = lab();
  const caller = { ...server.caller(REVISION), who };
  const ask = (method: string, params: JsonObject = {}) => server.ask(caller, method, params);

  it('is shown its tools, and may call them alone', async () => {
    const { result } = await ask('tools/list');
    expect((result.tools as JsonObject[]).map(({ name }) => name)).toEqual(tools);
    for (const { name } of PARTS.tools) {
      const called = await ask('tools/call', { name });
      expect(called.result.isError ?? false).toBe(!tools.includes(name));
    }
  });

  it('is shown and may read resources and prompts only with a right to all of the world', async () => {
    const [resources, prompts] = [await ask('resources/list'), await ask('prompts/list')];
    expect(
      [resources.result.resources, prompts.result.prompts].map(list => (list as unknown[]).length),
    ).toEqual(reads ? [1, 1] : [0, 0]);
    for (const [method, params] of [
      ['resources/read', { uri: 'lab://one' }],
      ['prompts/get', { name: 'ask' }],
      [
        'completion/complete',
        { ref: { type: 'ref/prompt', name: 'ask' }, argument: { name: 'x', value: '' } },
      ],
    ] as const) {
      const { error } = await ask(method, params);
      expect(error === undefined, method).toBe(reads);
      if (error !== undefined) expect(JSON.stringify(error)).toContain('lab:read');
    }
  });

  it('learns from the instructions what it has and who gives more', async () => {
    const { result } = await ask('server/discover');
    const said = String(result.instructions);
    if (tools.length === 3) expect(said).toBe('A lab.');
    else expect(said).toMatch(/not listed: ann has .+, and the operator gives more\.$/);
    expect(result.cacheScope).toBe('private');
  });
});

describe('a refusal', () => {
  it('names the missing right and who gives it', async () => {
    const { lab: server } = lab();
    const caller = { ...server.caller(REVISION), who: holder('lab:read') };
    const { result } = await server.callTool(caller, 'tool_write');
    expect((result.content as JsonObject[])[0]?.text).toBe(
      'PermissionDenied: tool_write needs the right lab:write, which ann does not have.\n' +
        'Hint: Only the operator can give it, by adding lab:write to the line of the principal in the token file.',
    );
  });
});

describe('a gate', () => {
  it.each([
    ['read', false, false],
    ['write', true, false],
    [undefined, true, true],
  ] as const)('open up to %s closes the rest at once', async (open, write, danger) => {
    const { lab: server, gates } = lab();
    gates.set('lab', open);
    const caller = server.caller(REVISION);
    const runs = async (name: string) => (await server.callTool(caller, name)).result.isError !== true;
    expect([await runs('tool_read'), await runs('tool_write'), await runs('tool_danger')]).toEqual([
      true,
      write,
      danger,
    ]);
  });

  it('stops the writes of one principal', async () => {
    const { lab: server, gates } = lab();
    gates.setStopped('ann', true);
    const of = (name: string) => server.callTool(server.caller(REVISION, {}, name), 'tool_write');
    expect(JSON.stringify((await of('ann')).result)).toContain('stopped the writes of ann');
    expect((await of('bob')).result.isError).toBeUndefined();
    gates.setStopped('ann', false);
    expect((await of('ann')).result.isError).toBeUndefined();
  });
});

describe('a session', () => {
  it('gives a request the rights of its own credential, not of the one that opened the session', async () => {
    const { lab: server } = lab();
    const session = server.session('2025-11-25', {}, 'ann');
    const weak = await server.callTool(session.callerAs(holder('read')), 'tool_write');
    expect(weak.result.isError).toBe(true);
    expect((await server.callTool(session, 'tool_write')).result.isError).toBeUndefined();
  });
});

describe('a write that waits for an answer of its client', () => {
  const begin = async () => {
    let writes = 0;
    const erase = tool({
      name: 'erase',
      description: 'Erases.',
      access: 'write',
      call: async (_args, context) => {
        await context.elicit('sure', { message: 'Erase?', schema: { type: 'object', properties: {} } });
        writes += 1;
        return 'erased';
      },
    });
    const gates = new Gates();
    const policy = new Policy({ name: 'lab' }, { eval: true }, { gates });
    const server = new Lab({ tools: [erase] }, { environment: { policy } });
    const session = server.session('2025-11-25', ALL_CAPABILITIES, 'ann');
    const sent = server.sendTool(session, 'erase');
    const { id } = await sent.next();
    const answer = async () => {
      session.answer({ kind: 'response', id, result: { action: 'accept', content: {} } } as never);
      return JSON.stringify((await sent.answer()).result);
    };
    return { gates, session, answer, writes: () => writes };
  };

  it('runs after the answer', async () => {
    const { answer, writes } = await begin();
    expect(await answer()).toContain('erased');
    expect(writes()).toBe(1);
  });

  it('does not run if the operator stopped writes in the meantime', async () => {
    const { gates, answer, writes } = await begin();
    gates.setStopped(undefined, true);
    expect(await answer()).toContain('The operator stopped all writes.');
    expect(writes()).toBe(0);
  });

  it('does not run if the right was taken away in the meantime', async () => {
    const { session, answer, writes } = await begin();
    session.who.update(Rights.parse(['read']));
    expect(await answer()).toContain('needs the right lab:write');
    expect(writes()).toBe(0);
  });
});

describe('the audit of a world', () => {
  it('has the name by which rights and gates know it', async () => {
    const policy = new Policy({ name: 'garden' }, { eval: true });
    const server = new Lab(PARTS, { environment: { policy } });
    await server.callTool(server.caller(REVISION), 'tool_write');
    expect(server.intents).toMatchObject([{ world: 'garden', tool: 'tool_write' }]);
  });
});
