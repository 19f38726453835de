import { REVISION_2026_07_28 } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { error } from '../api/content.js';
import { tool } from '../api/tool.js';
import { json, WebFeed, type WebRoute } from '../api/web.js';
import type { World } from '../api/world.js';
import { WorldError } from '../api/world-error.js';
import { gate, Lab, named, turn } from '../kernel/lab.test.js';
import type { Meter } from './meter.js';

type Seen = readonly unknown[];

/** A lab whose meter writes down each call. Its clock counts the readings. */
function metered(parts: Partial<World>): { readonly lab: Lab; readonly seen: Seen[] } {
  const seen: Seen[] = [];
  let readings = 0;
  const meter: Meter = {
    now: () => ++readings,
    finished: ({ request, tool, failure }, began, code) =>
      seen.push([request.method, tool, failure, code, began]),
    opened: (failure, began) => seen.push(['initialize', failure, began]),
    answered: ({ method, path }, _arrival, status, began) => seen.push([`${method} ${path}`, status, began]),
  };
  return { lab: new Lab(parts, { environment: { meter } }), seen };
}

const trying = (name: string, call: () => unknown) =>
  tool({ name, description: 'Tries.', access: 'read', input: z.strictObject({}), call });

describe('a meter', () => {
  it('gets each request once, with its method, its tool and the kind of its error', async () => {
    const { lab, seen } = metered({
      tools: [
        trying('works', () => 'done'),
        trying('later', async () => 'done'),
        trying('refuses', () => {
          throw new WorldError('Conflict', 'No.', 'Read again.');
        }),
        trying('breaks', () => {
          throw new TypeError('oops');
        }),
        trying('says', () => error('No.')),
      ],
    });
    const caller = lab.caller(REVISION_2026_07_28);
    for (const name of ['works', 'later', 'refuses', 'breaks', 'says', 'absent']) {
      await lab.callTool(caller, name);
    }
    await lab.callTool(caller, 'works', { more: 1 });
    await lab.ask(caller, 'tools/list');
    await lab.ask(caller, 'nope');
    expect(seen.map(each => each.slice(0, 4))).toEqual([
      ['tools/call', 'works', undefined, undefined],
      ['tools/call', 'later', undefined, undefined],
      ['tools/call', 'refuses', 'Conflict', undefined],
      ['tools/call', 'breaks', 'Internal', undefined],
      ['tools/call', 'says', 'ToolError', undefined],
      ['tools/call', undefined, 'InvalidParams', -32602],
      ['tools/call', 'works', 'InvalidArgument', undefined],
      ['tools/list', undefined, undefined, undefined],
      ['nope', undefined, 'MethodNotFound', -32601],
    ]);
    expect(seen.map(each => each.at(-1))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('gets a request when it ends, and a cancelled one as an error', async () => {
    const { opened, open } = gate();
    const { lab, seen } = metered({ tools: [trying('waits', () => opened)] });
    const caller = lab.caller(REVISION_2026_07_28);
    const first = lab.sendTool(caller, 'waits');
    const second = lab.sendTool(caller, 'waits');
    await turn();
    expect(seen).toEqual([]);
    expect(lab.kernel.inFlight).toBe(2);
    first.call?.cancel('No longer needed.');
    expect(seen).toEqual([['tools/call', 'waits', 'Cancelled', undefined, 1]]);
    open();
    await second.answer();
    expect(seen[1]).toEqual(['tools/call', 'waits', undefined, undefined, 2]);
    expect(lab.kernel.inFlight).toBe(0);
  });

  it('gets each opened and each refused session', () => {
    const { lab, seen } = metered({});
    lab.session('2025-11-25');
    expect(() => lab.kernel.initialize({}, named('local'))).toThrow();
    expect(seen).toEqual([
      ['initialize', undefined, 1],
      ['initialize', 'InvalidParams', 2],
    ]);
  });

  it("gets the route pattern and the status of the world's own HTTP interface", async () => {
    const { lab, seen } = metered({});
    const route = (answer: WebRoute['answer']): WebRoute => ({
      method: 'GET',
      path: '/things/:id',
      access: 'read',
      answer,
    });
    const arrival = {
      params: { id: '7' },
      query: new URLSearchParams(),
      header: () => undefined,
      body: undefined,
      who: named('ann'),
    };
    await lab.kernel.web(
      route(() => json(201, {})),
      arrival,
    );
    await lab.kernel.web(
      route(() => {
        throw new WorldError('NotFound', 'No such thing.', 'List the things.');
      }),
      arrival,
    );
    await lab.kernel.web(
      route(() => new WebFeed(() => () => {})),
      arrival,
    );
    expect(seen).toEqual([
      ['GET /things/:id', 201, 1],
      ['GET /things/:id', 404, 2],
      ['GET /things/:id', 200, 3],
    ]);
  });
});
