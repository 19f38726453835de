import type { JsonObject } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { WorldEvents } from '../api/world-events.js';
import { Lab, named } from '../kernel/lab.test.js';
import { DEFAULT_LIMITS, type Limits } from '../limits/limits.js';
import { createMemory } from '../limits/memory.js';
import type { Session } from './session.js';

const MINUTE = 60_000;
const BASE = 5 * 1024;

function open(changed: Partial<Limits> = {}) {
  const limits = { ...DEFAULT_LIMITS, ...changed };
  const memory = createMemory(limits);
  const events = new WorldEvents();
  const lab = new Lab({ events, tools: [] }, { limits, environment: { memory } });
  const initialize = (principal = 'ada', more: JsonObject = {}): Session =>
    lab.kernel.initialize({ protocolVersion: '2025-11-25', capabilities: {}, ...more }, named(principal))
      .session;
  return { lab, events, memory: memory.sessions, initialize };
}

const busy = (words: RegExp) =>
  expect.objectContaining({
    code: -32603,
    message: expect.stringMatching(words),
    body: expect.objectContaining({ data: { kind: 'Busy' } }),
  });

describe('the memory of sessions', () => {
  it('counts each session until it ends, with what its client says of itself', () => {
    const { lab, memory, initialize } = open();
    const plain = initialize();
    const small = memory.held('ada');
    const keys = Array.from({ length: 500 }, (_, n) => [`k${n}`, {}]);
    const large = initialize('ada', { capabilities: { experimental: Object.fromEntries(keys) } });
    expect(memory.held('ada') - 2 * small).toBeGreaterThan(500 * 100);
    for (const session of [plain, large]) lab.kernel.sessions.end(session, 'enough');
    expect(memory.total).toBe(0);
  });

  it('is shared by the worlds of a process', () => {
    const limits = { ...DEFAULT_LIMITS, sessionBytes: 4 * BASE };
    const memory = createMemory(limits);
    const labs = [
      new Lab({}, { limits, environment: { memory } }),
      new Lab({}, { limits, environment: { memory } }),
    ];
    const [one, other] = labs as [Lab, Lab];
    for (const lab of labs) lab.session('2025-11-25', {}, 'ada');
    expect(() => one.session('2025-11-25', {}, 'ada')).toThrow(busy(/Your sessions use/));
    other.kernel.sessions.closeAll('enough');
    expect(one.session('2025-11-25', {}, 'ada').closed).toBe(false);
  });

  it('refuses one more of a principal that holds its part, and says what to do', () => {
    const { initialize } = open({ sessionBytes: 4 * BASE });
    initialize();
    initialize();
    expect(() => initialize()).toThrow(busy(/Your sessions use \d+ of \d+ bytes.*End a session with DELETE/));
    expect(initialize('bob').closed).toBe(false);
  });

  it('refuses one more of a principal where all is held and no other holds more than it would', () => {
    const { initialize } = open({ sessionBytes: 4 * BASE });
    for (const principal of ['ada', 'bob', 'eve', 'dan']) initialize(principal);
    expect(() => initialize('fay')).toThrow(busy(/sessions of all clients.*Try again later/));
  });

  it('is not shut to a newcomer by principals that hold all: the quietest session of the largest ends', () => {
    const { lab, initialize } = open({ sessionBytes: 4 * BASE });
    const [seen, quiet] = [initialize('ada'), initialize('ada')];
    const others = [initialize('bob'), initialize('bob')];
    lab.clock += 1;
    lab.kernel.sessions.find(seen.id, 'ada');
    expect(initialize('eve').closed).toBe(false);
    expect(quiet.closed).toBe(true);
    expect([seen, ...others].some(({ closed }) => closed)).toBe(false);
  });

  it('is not shut in one world by principals that hold all in another', () => {
    const limits = { ...DEFAULT_LIMITS, sessionBytes: 4 * BASE };
    const environment = { memory: createMemory(limits) };
    const [full, other] = [new Lab({}, { limits, environment }), new Lab({}, { limits, environment })];
    for (const principal of ['ada', 'ada', 'bob', 'bob']) full.session('2025-11-25', {}, principal);
    expect(other.session('2025-11-25', {}, 'eve').closed).toBe(false);
    expect(full.kernel.sessions.size).toBe(3);
  });

  it('makes room by ending the quietest session of the same principal', () => {
    const { lab, initialize } = open({ sessionBytes: 4 * BASE });
    const [stays, quiet, active] = [initialize('bob'), initialize(), initialize()];
    lab.clock += MINUTE;
    lab.kernel.sessions.find(active.id, 'ada');
    expect(initialize().closed).toBe(false);
    expect([stays.closed, quiet.closed, active.closed]).toEqual([false, true, false]);
  });
});

describe('the mailbox of a session', () => {
  const received = (session: Session) => {
    const messages: string[] = [];
    session.read(message => messages.push(message));
    return messages;
  };

  it('is bounded in bytes: the newest messages are kept', () => {
    const { initialize } = open({ mailboxBytes: 3 * 1_100 });
    const session = initialize();
    for (const letter of 'abcde') session.post(letter.repeat(1_000));
    expect(received(session).map(message => message[0])).toEqual(['c', 'd', 'e']);
  });

  it('keeps no message that is larger than all that may wait', () => {
    const { initialize } = open({ mailboxBytes: 1_000 });
    const session = initialize();
    session.post('small');
    session.post('x'.repeat(1_000));
    expect(received(session)).toEqual(['small']);
  });

  it('counts until it is read, or until the session ends', () => {
    const { lab, memory, initialize } = open();
    const [read, ended] = [initialize(), initialize()];
    const before = memory.total;
    for (const session of [read, ended]) session.post('x'.repeat(1_000));
    expect(memory.total).toBeGreaterThanOrEqual(before + 2_000);
    received(read);
    lab.kernel.sessions.end(ended, 'enough');
    expect(memory.total).toBe(before / 2);
  });

  it('never takes more than the sessions of the principal may hold', () => {
    const { memory, initialize } = open({ sessionBytes: 8 * BASE });
    const sessions = [initialize(), initialize(), initialize()];
    for (let n = 0; n < 60; n++) for (const session of sessions) session.post(`${n}${'x'.repeat(1_000)}`);
    expect(memory.held('ada')).toBeLessThanOrEqual(memory.limits.perPrincipal);
    expect(sessions.every(({ closed }) => !closed)).toBe(true);
    expect(received(sessions[0] as Session).at(-1)).toMatch(/^59x/);
  });
});

describe('what a client says of itself', () => {
  it.each(['name', 'version'])('is refused in initialize where its %s is too long', member => {
    const { memory, initialize } = open();
    const clientInfo = { name: 'c', version: '1', [member]: 'x'.repeat(4_000_000) };
    expect(() => initialize('ada', { clientInfo })).toThrow(
      expect.objectContaining({ code: -32602, message: expect.stringContaining('may have 256 at most') }),
    );
    expect(memory.total).toBe(0);
  });
});
