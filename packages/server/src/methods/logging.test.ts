import { LOG_LEVELS, REVISION_2026_07_28, REVISIONS } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { tool } from '../api/tool.js';
import { type Exchange, Lab, SESSION_REVISIONS } from '../kernel/lab.test.js';

const speak = tool({
  name: 'speak',
  description: 'Logs at every level.',
  access: 'read',
  call: (_args, context) => {
    for (const level of LOG_LEVELS) context.log(level, `a ${level}`);
    return 'spoken';
  },
});
const world = { tools: [speak] };

async function received(exchange: Exchange): Promise<unknown[]> {
  await exchange.answer();
  return exchange.sent.map(({ params }) => params.level);
}

describe('log messages before 2026', () => {
  it.each(SESSION_REVISIONS)('begin at warning until the client says otherwise ($id)', async revision => {
    const lab = new Lab(world);
    const levels = await received(lab.sendTool(lab.caller(revision), 'speak'));
    expect(levels).toEqual(['warning', 'error', 'critical', 'alert', 'emergency']);
  });

  it.each(SESSION_REVISIONS)('begin at the level the session sets, whichever it is ($id)', async revision => {
    const lab = new Lab(world);
    const caller = lab.caller(revision);
    for (const [index, level] of LOG_LEVELS.entries()) {
      expect((await lab.ask(caller, 'logging/setLevel', { level })).result).toEqual({});
      expect(await received(lab.sendTool(caller, 'speak'))).toEqual(LOG_LEVELS.slice(index));
    }
  });

  it('are set for one session and no other', async () => {
    const lab = new Lab(world);
    const [loud, calm] = [lab.session('2025-11-25'), lab.session('2025-11-25')];
    await lab.ask(loud, 'logging/setLevel', { level: 'debug' });
    expect(await received(lab.sendTool(loud, 'speak'))).toHaveLength(8);
    expect(await received(lab.sendTool(calm, 'speak'))).toHaveLength(5);
  });

  it('refuse a level that does not exist, and name those that do', async () => {
    const lab = new Lab(world);
    for (const level of ['loud', 'WARNING', 3, null]) {
      const { error } = await lab.ask(lab.session('2025-11-25'), 'logging/setLevel', { level });
      expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('debug, info') });
    }
  });
});

describe('log messages since 2026-07-28', () => {
  const caller = (lab: Lab) => lab.caller(REVISION_2026_07_28);

  it('are not sent unless the request asks for them', async () => {
    const lab = new Lab(world);
    expect(await received(lab.sendTool(caller(lab), 'speak'))).toEqual([]);
  });

  it('begin at the level the request carries, whichever it is', async () => {
    const lab = new Lab(world);
    for (const [index, logLevel] of LOG_LEVELS.entries()) {
      expect(await received(lab.sendTool({ ...caller(lab), logLevel }, 'speak'))).toEqual(
        LOG_LEVELS.slice(index),
      );
    }
  });

  it('have no method to set a level for later', async () => {
    const lab = new Lab(world);
    expect((await lab.ask(caller(lab), 'logging/setLevel', { level: 'debug' })).error.code).toBe(-32601);
  });
});

describe('a log message', () => {
  it.each(REVISIONS)(
    'carries its level, its data as it is, and its logger where it has one ($id)',
    async revision => {
      const log = tool({
        name: 'log',
        description: 'Logs.',
        access: 'read',
        call: (_args, context) => {
          context.log('error', { code: 7, list: [null] }, 'engine');
          context.log('error', 'plain');
        },
      });
      const lab = new Lab({ tools: [log] });
      const plain = lab.caller(revision);
      const exchange = lab.sendTool(plain.session ?? { ...plain, logLevel: 'debug' }, 'log');
      await exchange.answer();
      expect(exchange.sent).toEqual([
        {
          jsonrpc: '2.0',
          method: 'notifications/message',
          params: { level: 'error', logger: 'engine', data: { code: 7, list: [null] } },
        },
        { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'error', data: 'plain' } },
      ]);
    },
  );
});
