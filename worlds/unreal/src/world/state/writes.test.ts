import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Append, JournalConflict, JournalUnavailable, MemoryJournal } from '@worldwire/journal';
import { openSqlite } from '@worldwire/journal/sqlite';
import type { WritePage } from '@worldwire/writes';
import { describe, expect, it } from 'vitest';
import { UnrealError } from '../../port/unreal-error.js';
import { DOOR, hall, Stage } from '../stage.test.js';

const OPEN = { object: DOOR, property: 'bOpen', value: true };

/** A journal whose appends fail on demand. */
class StubbornJournal extends MemoryJournal {
  readonly before: ((append: Append) => void | Promise<void>)[] = [];

  override async append(append: Append): Promise<number> {
    await this.before.shift()?.(append);
    return super.append(append);
  }
}

function journal(stage: Stage, query = ''): Promise<WritePage> {
  return stage.json<WritePage>(`unreal://journal${query}`);
}

describe('the journal', () => {
  it('has the caller, the write, the time, the outcome, and the values before and after', async () => {
    const stage = await Stage.open();
    await stage.call('set_property', OPEN, { key: 'k1', principal: 'bob' });
    stage.clock += 1_000;
    await stage.fail('destroy_actor', { path: `${DOOR}_none` });
    expect(await journal(stage)).toEqual({
      revision: 2,
      items: [
        {
          revision: 4,
          at: '2026-01-01T00:00:01.000Z',
          principal: 'ann',
          tool: 'destroy_actor',
          arguments: { path: `${DOOR}_none` },
          outcome: 'failed',
          provenance: 'live',
          before: null,
          after: null,
          error: { kind: 'NotFound', message: expect.any(String), hint: expect.any(String) },
        },
        {
          revision: 2,
          at: '2026-01-01T00:00:00.000Z',
          principal: 'bob',
          key: 'k1',
          tool: 'set_property',
          arguments: OPEN,
          outcome: 'done',
          provenance: 'live',
          before: false,
          after: true,
        },
      ],
    });
  });

  it('has the intent before the source is called', async () => {
    const stage = await Stage.open();
    let seen: WritePage | undefined;
    stage.source.on('property.write', async ({ value }) => {
      seen = await journal(stage);
      return { before: false, after: value };
    });
    await stage.call('set_property', OPEN);
    expect(seen).toMatchObject({ revision: 1, items: [{ revision: 1, outcome: 'running' }] });
  });

  it('has pages from the newest to the oldest, each write once', async () => {
    const stage = await Stage.open();
    for (let nth = 0; nth < 120; nth++) await stage.call('log_message', { message: `line ${nth}` });
    const seen: unknown[] = [];
    let pages = 0;
    for (let cursor: string | undefined; pages === 0 || cursor !== undefined; pages++) {
      const page = await journal(stage, cursor === undefined ? '' : `?cursor=${cursor}`);
      seen.push(...page.items.map(item => (item.arguments as { message: string }).message));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => `line ${119 - index}`));
    expect(pages).toBeGreaterThan(2);
    await expect(journal(stage, '?cursor=x')).rejects.toThrow('cursor');
    await expect(journal(stage, '?cursor=0')).rejects.toThrow('cursor');
  });

  it('limits its pages and entries', async () => {
    const stage = await Stage.open();
    for (let nth = 0; nth < 40; nth++) {
      await stage.call('execute_python', { code: `${nth} # ${'x'.repeat(200_000)}` });
    }
    const { text } = await stage.read('unreal://journal');
    expect(text?.length).toBeLessThan(110_000);
    const [entry] = await stage.journal.read('unreal', 0, 1);
    expect(JSON.stringify(entry).length).toBeLessThan(20_000);
  });

  it('survives a restart', async () => {
    const store = new MemoryJournal();
    const first = await Stage.open({ journal: store });
    await first.call('set_property', OPEN);
    const second = await Stage.open({ journal: store });
    expect(await journal(second)).toMatchObject({ revision: 2, items: [{ outcome: 'done' }] });
    expect(await second.call('get_editor_state')).toMatchObject({ revision: 2 });
  });

  it('reports that it is gone before anything is done', async () => {
    const store = new StubbornJournal();
    const stage = await Stage.open({ journal: store });
    store.before.push(() => {
      throw new JournalUnavailable('The disk is full.');
    });
    expect(await stage.fail('set_property', OPEN)).toMatch(/^NotReady: .*The disk is full/);
    expect(stage.source.called('property.write')).toEqual([]);
  });

  it('reports a write as done if its outcome could not be kept', async () => {
    const store = new StubbornJournal();
    const stage = await Stage.open({ journal: store });
    store.before.push(
      () => {},
      () => {
        throw new JournalUnavailable('The disk is full.');
      },
    );
    expect(await stage.fail('set_property', OPEN, { key: 'k' })).toMatch(
      /set_property: the outcome \(done\) could not be recorded/,
    );
    expect(await stage.fail('set_property', OPEN, { key: 'k' })).toMatch(/^Conflict: It is unknown/);
    expect(await journal(stage)).toMatchObject({ items: [{ outcome: 'unsure' }] });
    expect(stage.source.called('property.write')).toHaveLength(1);
  });

  it('finds its position again after a write of another server', async () => {
    const store = new StubbornJournal();
    const stage = await Stage.open({ journal: store });
    for (let nth = 0; nth < 2; nth++) {
      store.before.push(async ({ after }) => {
        const command = { step: 'intent', tool: 'elsewhere', arguments: {} };
        const who = {
          at: '2026-01-01T00:00:00.000Z',
          principal: 'bob',
          events: null,
          changes: null,
          inverse: null,
        };
        await MemoryJournal.prototype.append.call(store, {
          id: 'unreal',
          after,
          entries: [{ revision: after + 1, command, ...who }],
        });
      });
    }
    expect(await stage.call('set_property', OPEN)).toMatchObject({ after: true });
    expect((await journal(stage)).items.map(({ tool, outcome }) => [tool, outcome])).toEqual([
      ['set_property', 'done'],
      ['elsewhere', 'unsure'],
      ['elsewhere', 'unsure'],
    ]);
  });

  it('gives up if it never finds its position', async () => {
    const store = new StubbornJournal();
    const stage = await Stage.open({ journal: store });
    store.append = async () => {
      throw new JournalConflict('Never.');
    };
    expect(await stage.fail('set_property', OPEN)).toMatch(/^NotReady: Another server/);
    expect(stage.source.called('property.write')).toEqual([]);
  });
});

describe('a retry', () => {
  it('returns the recorded outcome, and does nothing', async () => {
    const stage = await Stage.open();
    const first = await stage.call('set_property', OPEN, { key: 'k' });
    await stage.call('set_property', { ...OPEN, value: false });
    const again = await stage.call('set_property', OPEN, { key: 'k' });
    expect(again).toEqual({ ...first, replayed: true });
    expect(stage.source.called('property.write')).toHaveLength(2);
    expect(await journal(stage)).toMatchObject({ revision: 4 });
  });

  it('is recognized after a restart, with its arguments in any order', async () => {
    const store = new MemoryJournal();
    await (await Stage.open({ journal: store })).call('spawn_actor', { class: 'C', name: 'N' }, { key: 'k' });
    const later = await Stage.open({ journal: store });
    const again = await later.call('spawn_actor', { name: 'N', class: 'C' }, { key: 'k' });
    expect(again).toMatchObject({ replayed: true, after: { label: 'N' } });
    expect(later.source.calls).toEqual([]);
  });

  it('is recognized by a new server on the same file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'worldwire-unreal-'));
    const file = join(folder, 'unreal.db');
    try {
      const first = await Stage.open({ journal: await openSqlite(file) });
      const done = await first.call('set_property', OPEN, { key: 'k' });
      await first.kernel.close();
      const second = await Stage.open({ journal: await openSqlite(file) });
      expect(await second.call('set_property', OPEN, { key: 'k' })).toEqual({ ...done, replayed: true });
      expect(second.source.calls).toEqual([]);
      await second.kernel.close();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('of a failure fails with the same message', async () => {
    const stage = await Stage.open();
    const path = `${DOOR}_none`;
    const first = await stage.fail('destroy_actor', { path }, { key: 'k' });
    const calls = stage.source.calls.length;
    const again = await stage.fail('destroy_actor', { path }, { key: 'k' });
    expect(again.startsWith(first)).toBe(true);
    expect(again).toContain('Use a new key');
    expect(stage.source.calls).toHaveLength(calls);
    expect(await journal(stage)).toMatchObject({ revision: 0, items: [{ outcome: 'failed' }] });
  });

  it('of another value than the requested one is a failure', async () => {
    const stage = await Stage.open();
    stage.source.on('property.write', () => ({ before: false, after: false }));
    const first = await stage.fail('set_property', OPEN, { key: 'k' });
    expect((await stage.fail('set_property', OPEN, { key: 'k' })).startsWith(first)).toBe(true);
    expect(stage.source.called('property.write')).toHaveLength(1);
  });

  it('with other arguments or another tool is refused', async () => {
    const stage = await Stage.open();
    await stage.call('set_property', OPEN, { key: 'k' });
    for (const [tool, args] of [
      ['set_property', { ...OPEN, value: false }],
      ['log_message', { message: 'x' }],
    ] as const) {
      expect(await stage.fail(tool, args, { key: 'k' })).toMatch(/^Conflict: This operation key was used/);
    }
  });

  it('belongs to one principal', async () => {
    const stage = await Stage.open();
    await stage.call('set_property', OPEN, { key: 'k' });
    expect(await stage.call('set_property', OPEN, { key: 'k', principal: 'bob' })).not.toHaveProperty(
      'replayed',
    );
    expect(stage.source.called('property.write')).toHaveLength(2);
  });

  it('cannot be mistaken for entries of the journal itself', async () => {
    const stage = await Stage.open();
    await stage.call('set_property', OPEN, { key: 'o:1' });
    await stage.call('set_property', OPEN, { key: 'o:3' });
    expect(await stage.call('set_property', OPEN, { key: 'o:1' })).toMatchObject({
      revision: 2,
      replayed: true,
    });
    expect(await journal(stage)).toMatchObject({ revision: 4, items: [{ key: 'o:3' }, { key: 'o:1' }] });
  });

  it('at the same time does the work once', async () => {
    const stage = await Stage.open();
    let finish = () => {};
    let reached = () => {};
    const begun = new Promise<void>(resolve => {
      reached = resolve;
    });
    stage.source.on('property.write', ({ value }) => {
      reached();
      return new Promise(resolve => {
        finish = () => resolve({ before: false, after: value });
      });
    });
    const calls = [1, 2, 3].map(() => stage.call('set_property', OPEN, { key: 'k' }));
    await begun;
    finish();
    const answers = await Promise.all(calls);
    expect(answers.map(({ replayed }) => replayed)).toEqual([undefined, true, true]);
    expect(stage.source.called('property.write')).toHaveLength(1);
  });

  it('after a crash reports an unknown outcome, and does nothing', async () => {
    const store = new StubbornJournal();
    const crashed = await Stage.open({ journal: store });
    let reached = () => {};
    const begun = new Promise<void>(resolve => {
      reached = resolve;
    });
    // The source never answers, and the process stops there.
    crashed.source.on('property.write', () => {
      reached();
      return new Promise(() => {});
    });
    crashed.call('set_property', OPEN, { key: 'k' }).catch(() => {});
    await begun;
    const stage = await Stage.open({ journal: store });
    const text = await stage.fail('set_property', OPEN, { key: 'k' });
    expect(text).toMatch(/^Conflict: It is unknown whether this set_property was done/);
    expect(text).toContain('Read the current value');
    expect(stage.source.calls).toEqual([]);
    expect(await journal(stage)).toMatchObject({ items: [{ revision: 1, outcome: 'unsure' }] });
  });

  it.each([
    ['a lost connection', new UnrealError('gone', 'The line broke.', undefined, true)],
    ['a timeout', new UnrealError('timeout', 'No answer in 10 s.')],
    ['a bug', new TypeError('oops')],
  ])('after %s reports an unknown outcome', async (_, thrown) => {
    const stage = await Stage.open();
    stage.source.on('property.write', () => {
      throw thrown;
    });
    const first = await stage.fail('set_property', OPEN, { key: 'k' });
    if (thrown instanceof UnrealError) expect(first).toContain('The write may have been done');
    expect(await stage.fail('set_property', OPEN, { key: 'k' })).toMatch(/^Conflict: It is unknown whether/);
    expect(stage.source.called('property.write')).toHaveLength(1);
    expect(await journal(stage)).toMatchObject({ items: [{ outcome: 'unsure' }] });
  });

  it('after the editor was away is a first attempt, because the editor was not reached', async () => {
    const source = hall();
    const away = hall().gone();
    const stage = await Stage.open({ sources: [away] });
    expect(await stage.fail('set_property', OPEN, { key: 'k' })).toMatch(
      /^NotReady: The editor does not answer/,
    );
    expect(await journal(stage)).toMatchObject({ revision: 0 });
    for (const name of ['project.describe', 'property.write'] as const) {
      away.on(name, (params, options) => source.call(name, params as never, options) as never);
    }
    expect(await stage.call('set_property', OPEN, { key: 'k' })).toMatchObject({ after: true });
  });

  it.each(['', 'x'.repeat(256), 'a\u0000b', '\ud800'])('key %j is refused', async key => {
    const stage = await Stage.open();
    expect(await stage.fail('set_property', OPEN, { key })).toMatch(/^InvalidArgument: .*operationKey/);
  });
});

describe('an expected revision', () => {
  it('accepts a write with the newest revision', async () => {
    const stage = await Stage.open();
    expect(await stage.call('set_property', OPEN, { ifRevision: 0 })).toMatchObject({ revision: 2 });
    expect(await stage.call('set_property', OPEN, { ifRevision: '2' })).toMatchObject({ revision: 4 });
  });

  it('refuses one with an older revision, and names the changes since', async () => {
    const stage = await Stage.open();
    await stage.call('log_message', { message: 'x' }, { principal: 'bob' });
    const text = await stage.fail('set_property', OPEN, { ifRevision: 0 });
    expect(text).toMatch(/^Conflict: The journal is at revision 2 instead of 0\./);
    expect(text).toContain('2 log_message by bob, done');
    expect(await stage.fail('set_property', OPEN, { ifRevision: 9 })).toMatch(/^Conflict: .*instead of 9/);
    expect(stage.source.called('property.write')).toEqual([]);
    expect(await journal(stage)).toMatchObject({ revision: 2 });
  });

  it('stays the same after a write that failed before it changed anything', async () => {
    const stage = await Stage.open();
    const { revision } = await stage.call('set_property', OPEN);
    for (let nth = 0; nth < 25; nth++) await stage.fail('destroy_actor', { path: `${DOOR}_none` });
    expect(await stage.call('get_editor_state')).toMatchObject({ revision });
    expect(await journal(stage)).toMatchObject({ revision });
    const plan = { object: DOOR, property: 'bOpen', value: false, dryRun: true };
    expect(await stage.call('set_property', plan)).toMatchObject({ revision });
    const next = await stage.call('set_property', OPEN, { ifRevision: revision as number });
    expect(next.revision).toBeGreaterThan(revision as number);
    const stale = await stage.fail('set_property', OPEN, { ifRevision: revision as number });
    expect(stale).toMatch(/^Conflict/);
    expect(stale).not.toContain('failed');
  });

  it.each([
    ['was read back as another value', () => ({ before: false, after: 'ajar' as const })],
    [
      'has an unknown outcome',
      () => {
        throw new UnrealError('timeout', 'No answer in 10 s.');
      },
    ],
  ])('is another one after a write that %s', async (_, answer) => {
    const stage = await Stage.open();
    await stage.fail('destroy_actor', { path: `${DOOR}_none` });
    stage.source.on('property.write', answer);
    await stage.fail('set_property', OPEN);
    expect(await stage.call('get_editor_state')).toMatchObject({ revision: 4 });
    expect(await stage.fail('set_property', OPEN, { ifRevision: 0 })).toMatch(/^Conflict/);
  });

  it('is that of the intent while a write runs, and the one before if it then fails', async () => {
    const stage = await Stage.open();
    const seen: unknown[] = [];
    stage.source.on('property.write', async () => {
      seen.push((await stage.call('get_editor_state')).revision);
      throw new UnrealError('not-found', 'There is no bOpen.');
    });
    await stage.fail('set_property', OPEN);
    seen.push((await stage.call('get_editor_state')).revision);
    expect(seen).toEqual([1, 0]);
  });

  it('accepts one of two writes with the same revision', async () => {
    const stage = await Stage.open();
    const results = await Promise.allSettled([
      stage.call('set_property', OPEN, { ifRevision: 0 }),
      stage.call('set_property', { ...OPEN, value: false }, { ifRevision: 0 }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  it('does not block a retry', async () => {
    const stage = await Stage.open();
    await stage.call('set_property', OPEN, { ifRevision: 0, key: 'k' });
    expect(await stage.call('set_property', OPEN, { ifRevision: 0, key: 'k' })).toMatchObject({
      replayed: true,
    });
  });

  it.each(['x', '', -1, 1.5])('%j is refused', async ifRevision => {
    const stage = await Stage.open();
    expect(await stage.fail('set_property', OPEN, { ifRevision })).toMatch(/^InvalidArgument: .*ifRevision/);
  });
});

describe('writes at the same time', () => {
  it('run one after another, each after the one before', async () => {
    const stage = await Stage.open();
    let atWork = 0;
    stage.source.on('property.write', async ({ value }) => {
      expect(++atWork).toBe(1);
      await new Promise(resolve => setImmediate(resolve));
      atWork--;
      return { before: null, after: value };
    });
    const answers = await Promise.all([1, 2, 3].map(value => stage.call('set_property', { ...OPEN, value })));
    expect(answers.map(({ revision }) => revision)).toEqual([2, 4, 6]);
  });

  it('do not wait for one whose caller has left, and skip one that never started', async () => {
    const stage = await Stage.open();
    let reached = () => {};
    const begun = new Promise<void>(resolve => {
      reached = resolve;
    });
    stage.source.on('property.write', () => {
      reached();
      return new Promise(() => {});
    });
    const stuck = stage.call('set_property', OPEN);
    const waiting = stage.call('log_message', { message: 'never' });
    const failures = Promise.allSettled([stuck, waiting]);
    await begun;
    stage.clock += 120_000;
    stage.kernel.sweep();
    await failures;
    expect(await stage.call('log_message', { message: 'next' })).toMatchObject({ revision: 4 });
    expect(stage.source.called('log.write')).toEqual([{ message: 'next', verbosity: 'log' }]);
    expect(await journal(stage)).toMatchObject({
      items: [{ outcome: 'done' }, { tool: 'set_property', outcome: 'unsure' }],
    });
  });

  it('are refused when too many wait', async () => {
    const stage = await Stage.open();
    const all = Array.from({ length: 120 }, (_, nth) =>
      stage.result('log_message', { message: `${nth}` }, { principal: nth % 2 === 0 ? 'ann' : 'bob' }),
    );
    const texts = (await Promise.all(all))
      .filter(({ isError }) => isError)
      .map(({ content }) => content[0]?.text);
    expect(texts).toHaveLength(20);
    expect(texts[0]).toMatch(/^RateLimited/);
  });
});

describe('pending writes', () => {
  it('of one principal are half of them, and another one writes', async () => {
    const store = new StubbornJournal();
    let go = () => {};
    const held = new Promise<void>(resolve => {
      go = resolve;
    });
    store.before.push(() => held);
    const stage = await Stage.open({ journal: store });
    const write = (principal: string, count: number) =>
      Array.from({ length: count }, () => stage.call('set_property', OPEN, { principal }));
    const own = write('ada', 50);
    expect(await stage.fail('set_property', OPEN, { principal: 'ada' })).toMatch(
      /^RateLimited: 50 writes of yours are pending, which is your share: this world has 100 \(unrealWrites\)/,
    );
    const others = write('bob', 50);
    expect(await stage.fail('set_property', OPEN, { principal: 'eve' })).toMatch(/100 writes are pending/);
    go();
    await Promise.all([...own, ...others]);
    await stage.call('set_property', OPEN, { principal: 'ada' });
  });
});
