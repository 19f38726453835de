import { describe, expect, it } from 'vitest';
import type { Steps } from '../api/steps.js';
import { tool } from '../api/tool.js';
import { json, type WebRoute } from '../api/web.js';
import { Lab, named, turn } from '../kernel/lab.test.js';
import type { WebArrival } from '../kernel/web-call.js';

function* counted(name: string, count: number, order: string[]): Steps<string> {
  for (let n = 0; n < count; n++) {
    order.push(name);
    yield;
  }
  return `${name} done`;
}

function* endless(steps: { taken: number }): Steps<never> {
  for (;;) {
    steps.taken++;
    yield;
  }
}

/** Every step takes a whole turn: the clock of the lab moves with each. */
function* slow(lab: Lab, steps: Steps<never>): Steps<never> {
  for (;;) {
    lab.clock += 100;
    steps.next();
    yield;
  }
}

const arrival = (principal: string): WebArrival => ({
  params: {},
  query: new URLSearchParams(),
  header: () => undefined,
  body: undefined,
  who: named(principal),
});

describe('heavy work', () => {
  it('of tools and routes takes turns by principal', async () => {
    const order: string[] = [];
    const work = tool({
      name: 'work',
      description: 'Works.',
      access: 'read',
      call: (_args, context) => context.heavy(counted(context.principal, 3, order)),
    });
    const lab = new Lab({ tools: [work] });
    const route: WebRoute = {
      method: 'GET',
      path: '/work',
      access: 'read',
      answer: async request => json(200, await request.heavy(counted(request.principal, 2, order))),
    };
    const session = lab.session('2025-11-25', {}, 'ada');
    const [tooled, routed] = await Promise.all([
      lab.callTool(session, 'work'),
      lab.kernel.web(route, arrival('bob')),
    ]);
    expect(order).toEqual(['ada', 'bob', 'ada', 'bob', 'ada']);
    expect(tooled.result).toMatchObject({ content: [{ text: 'ada done' }] });
    expect(routed).toMatchObject({ status: 200, body: '"bob done"' });
  });

  it('of a call stops when the call is cancelled', async () => {
    const steps = { taken: 0 };
    const work = tool({
      name: 'work',
      description: 'Works.',
      access: 'read',
      call: (_args, context) => context.heavy(slow(lab, endless(steps))),
    });
    const lab: Lab = new Lab({ tools: [work] });
    const exchange = lab.sendTool(lab.session('2025-11-25'), 'work');
    await turn();
    exchange.call?.cancel('enough');
    await turn();
    const { taken } = steps;
    await turn();
    expect(taken).toBeGreaterThan(0);
    expect(steps.taken).toBe(taken);
  });

  it('of a route stops when its client is gone', async () => {
    const steps = { taken: 0 };
    const lab = new Lab({});
    const route: WebRoute = {
      method: 'GET',
      path: '/work',
      access: 'read',
      answer: async request => json(200, await request.heavy(slow(lab, endless(steps)))),
    };
    let leave = () => {};
    const answer = lab.kernel.web(route, arrival('bob'), listener => {
      leave = listener;
      return () => {};
    });
    await turn();
    leave();
    expect(await answer).toMatchObject({ status: 504 });
    const { taken } = steps;
    await turn();
    expect(taken).toBeGreaterThan(0);
    expect(steps.taken).toBe(taken);
    expect(lab.errors).toEqual([]);
  });
});
