import { randomBytes } from 'node:crypto';
import { findRevision, type JsonObject, type Revision } from '@worldwire/protocol';
import {
  type Audit,
  type AuditEvent,
  type Call,
  DEFAULT_LIMITS,
  type Grants,
  Kernel,
  Policy,
  Principal,
} from '@worldwire/server/internal';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Clock } from './clock.js';
import { SHIPS, sight } from './harbour.js';
import { lighthouseWorld } from './lighthouse.js';

const START = Date.UTC(2026, 0, 1);

/** A clock that jumps as far as it is asked to wait. */
function jumpingClock(): Clock {
  let now = START;
  return {
    now: () => now,
    async wait(ms, signal) {
      signal.throwIfAborted();
      now += ms;
    },
  };
}

function harbour(grants: Grants = {}, clock = jumpingClock()) {
  const world = lighthouseWorld(clock);
  const events: unknown[] = [];
  const audits: AuditEvent[] = [];
  const keep: Audit['end'] = (intent, outcome) => void audits.push({ ...intent, ...outcome });
  world.events?.subscribe(event => events.push(event));
  const silent = () => {};
  const kernel = new Kernel(world, {
    limits: DEFAULT_LIMITS,
    policy: new Policy(world, grants),
    log: { debug: silent, info: silent, warn: silent, error: silent },
    now: Date.now,
    randomBytes,
    secret: randomBytes(32),
    audit: { begin: () => {}, end: keep, refuse: keep },
  });
  onTestFinished(() => kernel.close());
  const said: string[] = [];
  const ask = (method: string, params: JsonObject, started?: (call: Call) => void) =>
    new Promise<Answer>(resolve => {
      const revision = findRevision('2026-07-28') as Revision;
      const caller = {
        who: Principal.LOCAL,
        revision,
        capabilities: {},
        client: { name: 'test', version: '1' },
        logLevel: undefined,
        session: undefined,
      };
      const request = {
        kind: 'request',
        id: 1,
        method,
        params: { _meta: { progressToken: 1 }, ...params },
      } as const;
      const outlet = { send: (message: string) => said.push(message) > 0, detach: silent };
      const call = kernel.start(request, caller, outlet, reply => resolve(JSON.parse(reply?.text ?? '{}')));
      started?.(call);
    });
  const call = async (name: string, args: JsonObject = {}) =>
    (await ask('tools/call', { name, arguments: args })).result;
  return { ask, call, said, events, audits, clock };
}

interface Answer {
  readonly error?: { readonly message: string };
  // biome-ignore lint/suspicious/noExplicitAny: a test looks where it knows what is there.
  readonly result: any;
}

describe('the harbour', () => {
  it('looks the same at the same moment, and different a moment later', () => {
    const places = (at: number) => SHIPS.map(ship => sight(ship, at));
    expect(places(START)).toEqual(places(START));
    expect(places(START + 5_000)).not.toEqual(places(START));
  });

  it('keeps every ship on the water, at every second of an hour', () => {
    for (let second = 0; second < 3_600; second++) {
      for (const ship of SHIPS) {
        const { east, north } = sight(ship, START + second * 1000);
        expect(east).toBeGreaterThanOrEqual(4);
        expect(east).toBeLessThan(50);
        expect(north).toBeGreaterThanOrEqual(0);
        expect(north).toBeLessThanOrEqual(10);
      }
    }
  });
});

describe('the lighthouse’s tools', () => {
  it('look draws the harbour and says the same as data', async () => {
    const { content, structuredContent } = await harbour().call('look');
    expect(content[0].text).toContain('####!');
    expect(structuredContent).toMatchObject({
      time: '2026-01-01T00:00:00.000Z',
      beacon: { colour: 'white' },
    });
    expect(structuredContent.moored + structuredContent.underWay).toBe(SHIPS.length);
  });

  it('list_ships gives every ship once, a page at a time', async () => {
    const { call } = harbour();
    const found: string[] = [];
    let after: string | undefined;
    do {
      const { structuredContent } = await call('list_ships', {
        limit: 5,
        ...(after !== undefined && { after }),
      });
      found.push(...structuredContent.ships.map(({ id }: { id: string }) => id));
      after = structuredContent.next;
    } while (after !== undefined);
    expect(found).toEqual(SHIPS.map(({ id }) => id));
  });

  it('list_ships finds one kind', async () => {
    const { structuredContent } = await harbour().call('list_ships', { kind: 'pilot' });
    expect(structuredContent.ships.map(({ id }: { id: string }) => id)).toEqual(['cormorant', 'lodestar']);
    expect(structuredContent.next).toBeUndefined();
  });

  it('watch_ship reports every tick and returns the track', async () => {
    const { call, said } = harbour();
    const { structuredContent } = await call('watch_ship', { id: 'iona', ticks: 4, seconds: 5 });
    expect(structuredContent.track.map(({ at }: { at: string }) => at.slice(17, 19))).toEqual([
      '00',
      '05',
      '10',
      '15',
    ]);
    expect(said.map(message => JSON.parse(message).params.progress)).toEqual([1, 2, 3, 4]);
  });

  it('watch_ship stops waiting when it is cancelled', async () => {
    let waiting: ((signal: AbortSignal) => void) | undefined;
    const waits = new Promise<AbortSignal>(resolve => {
      waiting = resolve;
    });
    const endless: Clock = {
      now: () => START,
      wait: (_ms, signal) => {
        waiting?.(signal);
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    };
    const { ask, said } = harbour({}, endless);
    let running: Call | undefined;
    const answer = ask('tools/call', { name: 'watch_ship', arguments: { id: 'iona' } }, call => {
      running = call;
    });
    const signal = await waits;
    running?.cancel('The client left.');
    expect(await answer).toEqual({});
    expect(signal.aborted).toBe(true);
    expect(said).toHaveLength(1);
  });

  it('watch_ship names the next step for a missing ship', async () => {
    const result = await harbour().call('watch_ship', { id: 'titanic' });
    expect(result).toMatchObject({ isError: true });
    expect(result.content[0].text).toContain('list_ships');
  });

  it('set_beacon is denied until the operator allows writes, and is audited', async () => {
    const { call, audits, events } = harbour();
    expect((await call('set_beacon', { colour: 'red' })).content[0].text).toContain('--allow writes');
    expect(audits.map(({ outcome }) => outcome)).toEqual(['denied']);
    expect(events).toEqual([]);
  });

  it('set_beacon returns the old and the new state, and notifies subscribers only of changes', async () => {
    const { call, events } = harbour({ writes: true });
    const { structuredContent } = await call('set_beacon', { colour: 'red' });
    expect(structuredContent).toEqual({
      before: { colour: 'white', periodSeconds: 12 },
      after: { colour: 'red', periodSeconds: 12 },
    });
    await call('set_beacon', { colour: 'red' });
    expect(events).toEqual([{ kind: 'resource', uri: 'harbour://status' }]);
  });

  it('set_beacon refuses to change nothing', async () => {
    const result = await harbour({ writes: true }).call('set_beacon', {});
    expect(result.isError).toBe(true);
    expect(result.content[0].text).toContain('Give colour, periodSeconds, or both.');
  });
});

describe('the lighthouse’s resources and prompts', () => {
  it('read the status and each ship that is listed', async () => {
    const { ask } = harbour();
    const { resources } = (await ask('resources/list', {})).result;
    expect(resources).toHaveLength(1 + SHIPS.length);
    for (const { uri } of resources) {
      const { contents } = (await ask('resources/read', { uri })).result;
      expect(JSON.parse(contents[0].text)).toBeTypeOf('object');
    }
    expect((await ask('resources/read', { uri: 'harbour://ship/titanic' })).error?.message).toContain(
      'not found',
    );
  });

  it('complete the ids of ships, for the template and for the prompt', async () => {
    const { ask } = harbour();
    const template = { type: 'ref/resource', uri: 'harbour://ship/{id}' };
    const byTemplate = await ask('completion/complete', {
      ref: template,
      argument: { name: 'id', value: 'ev' },
    });
    expect(byTemplate.result.completion.values).toEqual(['evening-star']);
    const prompt = { type: 'ref/prompt', name: 'harbour_watch' };
    const byPrompt = await ask('completion/complete', {
      ref: prompt,
      argument: { name: 'ship', value: 'h' },
    });
    expect(byPrompt.result.completion.values).toEqual(['halcyon']);
  });

  it('ask for a watch over one ship, or over all', async () => {
    const { ask } = harbour();
    const one = (await ask('prompts/get', { name: 'harbour_watch', arguments: { ship: 'iona' } })).result;
    expect(one.messages[0].content.text).toContain('iona');
    const all = (await ask('prompts/get', { name: 'harbour_watch' })).result;
    expect(all.messages[0].content.text).toContain('Look at the harbour');
  });
});
