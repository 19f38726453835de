import { REVISION_2026_07_28, REVISIONS } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Tool, tool } from '../api/tool.js';
import { json, type WebRoute } from '../api/web.js';
import { WorldError } from '../api/world-error.js';
import { gate, Lab, named, turn } from '../kernel/lab.test.js';
import type { WebArrival } from '../kernel/web-call.js';
import type { Audit } from './audit.js';

const ARRIVAL: WebArrival = {
  params: {},
  query: new URLSearchParams(),
  header: () => undefined,
  body: undefined,
  who: named('ann'),
};

/** A world that counts what was written to it. */
function open(
  audit: Partial<Audit> = {},
  more: Partial<Pick<Tool, 'access' | 'audited' | 'call' | 'about'>> = {},
) {
  const effects: string[] = [];
  const write = tool({
    name: 'write',
    description: 'Writes.',
    access: 'write',
    input: z.object({ size: z.int().optional() }),
    call: () => {
      effects.push('tool');
      return 'written';
    },
    ...more,
  });
  const look = tool({ name: 'look', description: 'Looks.', access: 'read', call: () => 'seen' });
  const lab = new Lab({ tools: [write, look] }, { grants: { writes: true }, audit });
  const route: WebRoute = {
    method: 'PUT',
    path: '/things',
    access: 'write',
    answer: () => {
      effects.push('route');
      return json(200, {});
    },
  };
  return { lab, effects, route };
}

const failures: [string, Audit['begin']][] = [
  [
    'throws',
    () => {
      throw new Error('ENOSPC');
    },
  ],
  ['rejects', () => Promise.reject(new Error('ENOSPC'))],
];

describe('the intent of a write', () => {
  it.each(REVISIONS)(
    'is recorded before the tool runs, under the id of its outcome ($id)',
    async revision => {
      let before: unknown;
      const { lab } = open({}, { call: () => look() });
      const look = () => {
        before = [...lab.intents];
      };
      await lab.callTool(lab.caller(revision), 'write');
      expect(before).toEqual(lab.intents);
      expect(lab.intents).toHaveLength(1);
      expect(lab.audits).toEqual([{ ...lab.intents[0], outcome: 'done', ms: 0 }]);
    },
  );

  it('is recorded before a web route answers, under the id of its outcome', async () => {
    const { lab, route } = open();
    let before: unknown;
    const answer = () => {
      before = [...lab.intents];
      return json(200, {});
    };
    await lab.kernel.web({ ...route, answer }, ARRIVAL);
    expect(before).toEqual(lab.intents);
    expect(lab.intents).toHaveLength(1);
    expect(lab.audits).toEqual([{ ...lab.intents[0], outcome: 'done', ms: 0 }]);
  });

  it('is waited for where it takes time', async () => {
    const { opened, open: release } = gate();
    const { lab, effects, route } = open({ begin: () => opened });
    const answers = [lab.callTool(lab.session('2025-11-25'), 'write'), lab.kernel.web(route, ARRIVAL)];
    await turn();
    expect(effects).toEqual([]);
    release();
    await Promise.all(answers);
    expect(effects.sort()).toEqual(['route', 'tool']);
  });

  it('is recorded and nothing runs where the call is cancelled meanwhile', async () => {
    const { opened, open: release } = gate();
    const { lab, effects } = open({ begin: () => opened });
    lab.sendTool(lab.session('2025-11-25'), 'write').call?.cancel('enough');
    release();
    await turn();
    expect(effects).toEqual([]);
    expect(lab.audits).toMatchObject([{ outcome: 'cancelled' }]);
  });

  it('is not recorded for a call that was denied or invalid', async () => {
    const { lab } = open();
    const session = lab.session('2025-11-25');
    await lab.callTool(session, 'write', { size: 'big' });
    const shut = new Lab({ tools: lab.kernel.world.tools as never });
    await shut.callTool(shut.session('2025-11-25'), 'write');
    expect([lab.intents, shut.intents]).toEqual([[], []]);
    expect([...lab.audits, ...shut.audits]).toMatchObject([{ outcome: 'invalid' }, { outcome: 'denied' }]);
  });

  it('has the time of day, and its outcome the time that passed on the monotonic clock', async () => {
    let date = Date.UTC(2026, 6, 28);
    const write = tool({
      name: 'write',
      description: 'Writes.',
      access: 'write',
      call: () => {
        lab.clock += 7.4;
        date -= 3_600_000;
      },
    });
    const environment = { date: () => date };
    const lab: Lab = new Lab({ tools: [write] }, { grants: { writes: true }, environment });
    lab.clock = 5;
    await lab.callTool(lab.session('2025-11-25'), 'write');
    expect(lab.audits).toMatchObject([{ at: '2026-07-28T00:00:00.000Z', ms: 7 }]);
  });
});

describe('what a write is about', () => {
  const about: Tool['about'] = ({ size }) => ({ object: 'moon', size, more: { not: 'taken' } });

  it.each(REVISIONS)('is in the intent and in the outcome of a tool that says so ($id)', async revision => {
    const { lab } = open({}, { about });
    const caller = lab.caller(revision);
    await lab.callTool(caller, 'write', { size: 3 });
    expect(lab.intents).toMatchObject([{ about: { object: 'moon', size: 3 } }]);
    expect(lab.audits).toEqual([{ ...lab.intents[0], outcome: 'done', ms: 0 }]);
    expect(lab.audits[0]?.about).toEqual({ object: 'moon', size: 3 });
  });

  it('is recorded of calls that are denied or invalid, as they were given', async () => {
    const { lab } = open({}, { about });
    await lab.callTool(lab.session('2025-11-25'), 'write', { size: 'big' });
    const shut = new Lab({ tools: lab.kernel.world.tools as never });
    await shut.callTool(shut.session('2025-11-25'), 'write', { size: 4 });
    expect([...lab.audits, ...shut.audits]).toMatchObject([
      { outcome: 'invalid', about: { object: 'moon', size: 'big' } },
      { outcome: 'denied', about: { object: 'moon', size: 4 } },
    ]);
  });

  it('is in the intent and in the outcome of a web route that says so', async () => {
    const { lab, route } = open();
    await lab.kernel.web(
      { ...route, about: ({ params }) => ({ object: params.id }) },
      { ...ARRIVAL, params: { id: 'moon' } },
    );
    expect(lab.intents).toMatchObject([{ about: { object: 'moon' } }]);
    expect(lab.audits).toEqual([{ ...lab.intents[0], outcome: 'done', ms: 0 }]);
  });

  it('is in the outcome with what only the work of a web route could tell, also after a failure', async () => {
    const { lab, route } = open();
    for (const status of [201, 500]) {
      const answer: WebRoute['answer'] = request => {
        request.concerns({ object: 'moon-7\n', more: {} });
        return json(status, {});
      };
      await lab.kernel.web({ ...route, about: () => ({ command: 'create' }), answer }, ARRIVAL);
    }
    expect(lab.intents.map(({ about }) => about)).toEqual([{ command: 'create' }, { command: 'create' }]);
    const about = { command: 'create', object: 'moon-7\\u000a' };
    expect(lab.audits).toEqual([
      { ...lab.intents[0], about, outcome: 'done', ms: 0 },
      { ...lab.intents[1], about, outcome: 'failed', ms: 0 },
    ]);
  });

  it('is left out where it is missing, cut where it is long, and escaped where it is hidden', async () => {
    const names = ['a\u202eb\n', 'x'.repeat(100_000), undefined];
    const { lab } = open({}, { about: () => ({ object: names[lab.audits.length] }) });
    for (const _ of names) await lab.callTool(lab.session('2025-11-25'), 'write');
    expect(lab.audits.map(event => event.about)).toEqual([
      { object: 'a\\u202eb\\u000a' },
      { object: `${'x'.repeat(128)}…` },
      undefined,
    ]);
  });
});

describe.each(failures)('where the audit %s', (_how, begin) => {
  it.each(REVISIONS)('writes are refused with the reason, and reads go on ($id)', async revision => {
    const { lab, effects } = open({ begin });
    const caller = lab.caller(revision);
    const { result } = await lab.callTool(caller, 'write');
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result.content)).toMatch(/NotReady: The audit record cannot be written.*log/);
    expect((await lab.callTool(caller, 'look')).result).toMatchObject({ content: [{ text: 'seen' }] });
    expect(effects).toEqual([]);
    expect(lab.audits).toEqual([]);
    expect(lab.errors).toMatchObject([{ fields: { tool: 'write', err: { message: 'ENOSPC' } } }]);
  });

  it('writes by the world’s own HTTP interface are refused, and reads go on', async () => {
    const { lab, effects, route } = open({ begin });
    const answer = await lab.kernel.web(route, ARRIVAL);
    expect(answer).toMatchObject({ status: 503, body: expect.stringContaining('audit record cannot be') });
    expect(effects).toEqual([]);
    expect(await lab.kernel.web({ ...route, access: 'read' }, ARRIVAL)).toMatchObject({ status: 200 });
  });
});

describe('an audit that says why it refuses', () => {
  it('is quoted to the client, and not logged again for every write', async () => {
    const reason = new WorldError('NotReady', 'The disk of the audit is full.', 'Free some space.');
    const { lab, effects } = open({ begin: () => Promise.reject(reason) });
    const { result } = await lab.callTool(lab.session('2025-11-25'), 'write');
    expect(JSON.stringify(result.content)).toContain('NotReady: The disk of the audit is full.');
    expect([effects, lab.errors]).toEqual([[], []]);
  });
});

describe('an outcome that cannot be recorded', () => {
  it('is in the log, and the write is answered all the same', async () => {
    const end = () => {
      throw new Error('ENOSPC');
    };
    const { lab, route } = open({ end });
    const { result } = await lab.callTool(lab.session('2025-11-25'), 'write');
    expect(result).toMatchObject({ content: [{ text: 'written' }] });
    expect(await lab.kernel.web(route, ARRIVAL)).toMatchObject({ status: 200 });
    expect(lab.errors).toMatchObject([{ fields: { outcome: 'done' } }, { fields: { outcome: 'done' } }]);
  });
});

describe('a tool that is audited whatever its access', () => {
  it('leaves an intent and an outcome although it only reads', async () => {
    const { lab } = open({}, { access: 'read', audited: true });
    await lab.callTool(lab.session('2025-11-25'), 'write');
    expect(lab.intents).toMatchObject([{ tool: 'write', access: 'read' }]);
    expect(lab.audits).toMatchObject([{ id: lab.intents[0]?.id, outcome: 'done' }]);
  });

  it('is refused where the audit cannot be written', async () => {
    const [, begin] = failures[0] as (typeof failures)[number];
    const { lab, effects } = open({ begin }, { access: 'read', audited: true });
    const { result } = await lab.callTool(lab.session('2025-11-25'), 'write');
    expect(result).toMatchObject({ isError: true });
    expect(effects).toEqual([]);
  });

  it('takes no answer that it did not ask for', async () => {
    const call: Tool['call'] = (_args, context) =>
      context.elicit('sure', {
        message: 'Sure?',
        schema: z.object({}),
      });
    const { lab } = open({}, { access: 'read', audited: true, call });
    const caller = lab.caller(REVISION_2026_07_28, { elicitation: {} });
    const inputResponses = { sure: { action: 'accept', content: {} } };
    const { result } = await lab.callTool(caller, 'write', {}, { inputResponses });
    expect(result).toMatchObject({ resultType: 'input_required' });
  });
});
