import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tool } from '../api/tool.js';
import { gate, Lab } from '../kernel/lab.test.js';
import type { Session } from './session.js';

function open(mailbox = 3): Session {
  return new Lab({}, { limits: { mailbox } }).session('2025-11-25');
}

function read(session: Session): { received: string[]; stop: () => void } {
  const received: string[] = [];
  return { received, stop: session.read(message => received.push(message)) };
}

describe('the mailbox of a session', () => {
  it('keeps messages without a reader, in order, and delivers them once', () => {
    const session = open();
    session.post('a');
    session.post('b');
    const first = read(session);
    expect(first.received).toEqual(['a', 'b']);
    first.stop();
    expect(read(session).received).toEqual([]);
  });

  it('keeps the newest messages where there are too many', () => {
    const session = open();
    for (const message of ['a', 'b', 'c', 'd', 'e']) session.post(message);
    expect(read(session).received).toEqual(['c', 'd', 'e']);
  });

  it('keeps the same message once: a reader need not hear twice that a list changed', () => {
    const session = open();
    for (const message of ['a', 'b', 'a', 'a']) session.post(message);
    expect(read(session).received).toEqual(['a', 'b']);
  });

  it('never holds more than its bound nor anything twice, and always the newest', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e')),
        fc.integer({ min: 1, max: 4 }),
        (said, bound) => {
          const session = open(bound);
          for (const message of said) session.post(message);
          const { received } = read(session);
          expect(received.length).toBeLessThanOrEqual(bound);
          expect(new Set(received).size).toBe(received.length);
          if (said.length > 0) expect(received).toContain(said.at(-1));
        },
      ),
    );
  });
});

describe('a reader of a session', () => {
  it('hears everything while it reads, the same message as often as it is said', () => {
    const session = open();
    const { received } = read(session);
    for (const message of ['a', 'a', 'b', 'c', 'd']) session.post(message);
    expect(received).toEqual(['a', 'a', 'b', 'c', 'd']);
  });

  it('is followed by a newer one, and hears again what follows when that is gone', () => {
    const session = open();
    const first = read(session);
    session.post('a');
    const second = read(session);
    session.post('b');
    expect([first.received, second.received]).toEqual([['a'], ['b']]);
    second.stop();
    session.post('c');
    expect([first.received, second.received]).toEqual([['a', 'c'], ['b']]);
  });

  it('can unsubscribe twice without removing another reader', () => {
    const session = open();
    const [first, second] = [read(session), read(session)];
    first.stop();
    first.stop();
    session.post('a');
    expect(second.received).toEqual(['a']);
  });

  it('that comes second does not take what waits for the first', () => {
    const session = open();
    const first = read(session);
    first.stop();
    session.post('a');
    expect([read(session).received, read(session).received]).toEqual([['a'], []]);
  });
});

describe('a session that ends', () => {
  it('stops its calls without a reply, tells its watchers once, and says nothing more', () => {
    const { opened } = gate();
    const work = tool({ name: 'work', description: 'Works.', access: 'read', call: () => opened });
    const lab = new Lab({ tools: [work] });
    const session = lab.session('2025-11-25');
    const exchange = lab.sendTool(session, 'work');
    const { received } = read(session);
    let told = 0;
    session.onClose(() => told++);
    const forget = session.onClose(() => told++);
    forget();
    lab.kernel.sessions.end(session, 'bye');
    lab.kernel.sessions.end(session, 'bye again');
    session.post('late');
    expect(exchange.replies).toEqual([undefined]);
    expect(told).toBe(1);
    expect(received).toEqual([]);
    expect(session.closed).toBe(true);
  });

  it('stops a call whose id its client used again, too', async () => {
    const signals: AbortSignal[] = [];
    const wait = tool({
      name: 'wait',
      description: 'Waits.',
      access: 'read',
      call: (_args, { signal }) => {
        signals.push(signal);
        return new Promise(() => {});
      },
    });
    const lab = new Lab({ tools: [wait] });
    const session = lab.session('2025-11-25');
    for (let n = 0; n < 3; n++) lab.send(session, 'tools/call', { name: 'wait' }, { id: 'same' });
    lab.kernel.sessions.end(session, 'bye');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
  });

  it('is busy while it is read or served, and only then', async () => {
    const { opened, open: release } = gate();
    const work = tool({ name: 'work', description: 'Works.', access: 'read', call: () => opened });
    const lab = new Lab({ tools: [work] });
    const session = lab.session('2025-11-25');
    expect(session.busy).toBe(false);
    const { stop } = read(session);
    expect(session.busy).toBe(true);
    stop();
    expect(session.busy).toBe(false);
    const exchange = lab.sendTool(session, 'work');
    expect(session.busy).toBe(true);
    release();
    await exchange.answer();
    expect(session.busy).toBe(false);
  });
});

describe('what a world remembers with a session', () => {
  it('is there by its name until it is removed', () => {
    const session = open();
    expect(session.recall('garden')).toBeUndefined();
    session.remember('garden', 'south');
    session.remember('garden', 'north');
    expect(session.recall('garden')).toBe('north');
    session.remember('garden', undefined);
    expect(session.recall('garden')).toBeUndefined();
  });

  it('is limited in number and length', () => {
    const session = open();
    for (const name of ['a', 'b', 'c', 'n'.repeat(32)]) session.remember(name, 'x'.repeat(128));
    expect(() => session.remember('e', 'x')).toThrow(/remembers 4 texts of 128 characters, with names of 32/);
    session.remember('a', 'y');
    session.remember('b', undefined);
    expect(() => session.remember('b', 'x'.repeat(129))).toThrow(RangeError);
    expect(() => session.remember('n'.repeat(33), 'x')).toThrow(RangeError);
    session.remember('b', 'x');
  });
});
