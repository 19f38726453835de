import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newSecret } from '@worldwire/cluster';
import { type KeptSessions, Principal, Rights, type SessionRecord } from '@worldwire/server/internal';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/program.js';
import { SealedSessions } from './sealed-sessions.js';

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 1);
const ADA = new Principal('ada', 'token', Rights.CALLS);
const EVE = new Principal('eve', 'token', Rights.CALLS);
const LARGEST_CLIENT = { name: '☃'.repeat(256), version: '\u0001'.repeat(256) };

class Lab {
  clock = START;
  readonly warnings: string[] = [];

  private constructor(readonly path: string) {}

  static async open(): Promise<Lab> {
    return new Lab(join(await temporaryFolder(), 'sessions'));
  }

  /** The sessions of a new process. */
  started(world = 'garden'): KeptSessions {
    const log = { warn: (_fields: object, message: string) => void this.warnings.push(message) };
    const limits = { sessionIdleMs: 15 * MINUTE };
    return new SealedSessions({ path: this.path, limits, log, date: () => this.clock }).of(world);
  }

  record(more: Partial<SessionRecord> = {}): SessionRecord {
    return {
      revision: '2025-11-25',
      client: { name: 'agent', version: '1.0.0' },
      capabilities: { sampling: {}, elicitation: { form: {} } },
      issuedAt: this.clock,
      expiresAt: this.clock + 1_000 * MINUTE,
      ...more,
    };
  }

  seal(kept: KeptSessions, more: Partial<SessionRecord> = {}): string {
    return kept.seal(this.record(more), ADA) as string;
  }

  /** The files of a folder. */
  async files(folder: 'open' | 'ended'): Promise<readonly string[]> {
    return (await readdir(join(this.path, folder)).catch(() => [])).sort();
  }
}

describe('the id of a session', () => {
  it('has the record of the session, in another process too, and nothing is stored for it', async () => {
    const lab = await Lab.open();
    const id = lab.seal(lab.started());
    expect(id).toMatch(/^[\w-]{100,500}$/);
    expect(lab.started().open(id, ADA)).toEqual({
      record: lab.record(),
      state: {
        usedAt: START,
        logLevel: undefined,
        shut: false,
        watched: new Set(),
        remembered: new Map(),
      },
    });
    expect(await readdir(lab.path)).toEqual(['key']);
  });

  it('has at most 2,048 characters, whatever the client says of itself', async () => {
    const lab = await Lab.open();
    const capabilities = { experimental: { note: { text: 'x'.repeat(16_000) } } };
    for (const more of [
      { capabilities },
      { client: LARGEST_CLIENT },
      { capabilities, client: LARGEST_CLIENT },
    ]) {
      const id = lab.seal(lab.started(), more);
      expect(id.length).toBeLessThanOrEqual(2_048);
      expect(lab.started().open(id, ADA)?.record).toEqual(lab.record(more));
    }
    expect(await lab.files('open')).toHaveLength(3);
  });

  it('without the file of what the client said opens nothing', async () => {
    const lab = await Lab.open();
    const id = lab.seal(lab.started(), { client: LARGEST_CLIENT });
    await rm(join(lab.path, 'open'), { recursive: true });
    expect(lab.started().open(id, ADA)).toBeUndefined();
  });

  it.each<[string, (id: string, lab: Lab) => unknown]>([
    ['of another principal', (id, lab) => lab.started().open(id, EVE)],
    [
      'of another kind of principal',
      (id, lab) => lab.started().open(id, new Principal('ada', 'oauth', Rights.CALLS)),
    ],
    ['of another world', (id, lab) => lab.started('harbour').open(id, ADA)],
    ['that was changed', (id, lab) => lab.started().open((id[0] === 'A' ? 'B' : 'A') + id.slice(1), ADA)],
    ['that was cut', (id, lab) => lab.started().open(id.slice(0, -4), ADA)],
    ['that is too long', (id, lab) => lab.started().open(id.repeat(20), ADA)],
    ['that is random', (_id, lab) => lab.started().open('Zm9yZWlnbiBpZCBvZiBhbm90aGVyIHNlcnZlcg', ADA)],
  ])('%s opens nothing', async (_which, open) => {
    const lab = await Lab.open();
    const id = lab.seal(lab.started());
    expect(open(id, lab)).toBeUndefined();
    expect(lab.started().open(id, ADA)).toBeDefined();
  });

  it('opens nothing without the key that sealed it', async () => {
    const lab = await Lab.open();
    const id = lab.seal(lab.started());
    const file = join(lab.path, 'key');
    const before = await readFile(file, 'utf8');
    await writeFile(file, `${newSecret()}\n${before}`);
    expect(lab.started().open(id, ADA)).toBeDefined();
    await writeFile(file, `${newSecret()}\n`);
    expect(lab.started().open(id, ADA)).toBeUndefined();
    await rm(file);
    expect(lab.started().open(id, ADA)).toBeUndefined();
    expect(lab.warnings).toEqual([]);
  });

  it('is not sealed where the key cannot be used, which is told once and without the key', async () => {
    const lab = await Lab.open();
    lab.seal(lab.started());
    await writeFile(join(lab.path, 'key'), 'damaged\n');
    const kept = lab.started();
    expect([kept.seal(lab.record(), ADA), kept.seal(lab.record(), ADA)]).toEqual([undefined, undefined]);
    expect(kept.open('x', ADA)).toBeUndefined();
    expect(lab.warnings).toEqual([expect.stringMatching(/^sessions end with this process/)]);
  });

  it('warns where others can read the key', async () => {
    const lab = await Lab.open();
    lab.seal(lab.started());
    await rm(join(lab.path, 'key'));
    await writeFile(join(lab.path, 'key'), `${newSecret()}\n`, { mode: 0o644 });
    lab.seal(lab.started());
    expect(lab.warnings).toEqual([expect.stringMatching(/other users: chmod 600/)]);
  });
});

describe('the changes of a session', () => {
  it('are there in another process, in a file that only this user can read', async () => {
    const lab = await Lab.open();
    const kept = lab.started();
    const [id, other] = [lab.seal(kept), lab.seal(kept)];
    kept.change(id, { logLevel: 'error' });
    kept.change(id, { logLevel: 'debug' });
    for (const watch of ['a://1', 'a://2\n', 'a://3']) kept.change(id, { watch });
    kept.change(id, { leave: 'a://1' });
    kept.change(id, { remember: 'engine', text: 'quest' });
    for (const text of ['south', null]) kept.change(id, { remember: 'garden', text });
    kept.change(other, { shut: true });
    const state = lab.started().open(id, ADA)?.state;
    expect(state).toMatchObject({
      logLevel: 'debug',
      shut: false,
      watched: new Set(['a://2\n', 'a://3']),
      remembered: new Map([['engine', 'quest']]),
    });
    expect(lab.started().open(other, ADA)?.state).toMatchObject({ shut: true, watched: new Set() });
    const files = await lab.files('open');
    expect(files).toHaveLength(2);
    for (const file of files) {
      expect((await stat(join(lab.path, 'open', file))).mode & 0o777).toBe(0o600);
      expect(id).not.toContain(file);
    }
  });

  it('take space for what they leave, not for their number', async () => {
    const lab = await Lab.open();
    const kept = lab.started();
    const id = lab.seal(kept);
    kept.change(id, { watch: 'a://kept' });
    kept.change(id, { remember: 'engine', text: 'quest' });
    for (let n = 0; n < 3_000; n++) {
      kept.change(id, { watch: `a://${n}` });
      kept.change(id, { leave: `a://${n}` });
    }
    const [file] = await lab.files('open');
    expect((await stat(join(lab.path, 'open', file as string))).size).toBeLessThan(130_000);
    const state = lab.started().open(id, ADA)?.state;
    expect([state?.watched, state?.remembered]).toEqual([
      new Set(['a://kept']),
      new Map([['engine', 'quest']]),
    ]);
    expect(await lab.files('open')).toHaveLength(1);
  });

  it('that cannot be read completely end the session', async () => {
    const lab = await Lab.open();
    const kept = lab.started();
    const id = lab.seal(kept);
    kept.change(id, { watch: 'a://1' });
    const [file] = await lab.files('open');
    await writeFile(join(lab.path, 'open', file as string), '\n{"watch":"a:');
    expect(lab.started().open(id, ADA)).toBeUndefined();
    expect(lab.warnings).toEqual(['the changes of a session cannot be read: it has ended']);
  });
});

describe('the last use of a session', () => {
  it('is stored, and never becomes earlier', async () => {
    const lab = await Lab.open();
    const kept = lab.started();
    const id = lab.seal(kept);
    kept.use(id, START + 5 * MINUTE);
    lab.started().use(id, START + MINUTE);
    expect(lab.started().open(id, ADA)?.state.usedAt).toBe(START + 5 * MINUTE);
  });

  it('does not bring back a session that another process ended', async () => {
    const lab = await Lab.open();
    const kept = lab.started();
    const id = lab.seal(kept);
    lab.started().end(id);
    kept.use(id, START + MINUTE);
    expect(await lab.files('open')).toEqual([]);
  });
});

describe('a session that has ended', () => {
  it('has ended in every process, and its changes are gone', async () => {
    const lab = await Lab.open();
    const [kept, other] = [lab.started(), lab.started()];
    const id = lab.seal(kept);
    kept.change(id, { watch: 'a://1' });
    expect([other.endsElsewhere(), other.hasEnded(id)]).toEqual([false, false]);
    kept.end(id);
    kept.end(id);
    expect([other.endsElsewhere(), other.endsElsewhere(), other.hasEnded(id)]).toEqual([true, false, true]);
    for (const each of [kept, other, lab.started()]) expect(each.open(id, ADA)).toBeUndefined();
    expect([await lab.files('open'), (await lab.files('ended')).length]).toEqual([[], 1]);
  });

  it('is told to each world of a process', async () => {
    const lab = await Lab.open();
    const log = { warn: () => {} };
    const limits = { sessionIdleMs: MINUTE };
    const process = new SealedSessions({ path: lab.path, limits, log, date: () => lab.clock });
    const worlds = [process.of('garden'), process.of('harbour')];
    const other = lab.started();
    other.end(lab.seal(other));
    expect(worlds.map(world => world.endsElsewhere())).toEqual([true, true]);
  });

  it('stays ended among any number of others, and the files are limited', async () => {
    const lab = await Lab.open();
    const kept = lab.started();
    const used = lab.seal(kept);
    kept.use(used, START + 1);
    const ids = Array.from({ length: 10_002 }, () => {
      const id = lab.seal(kept);
      kept.end(id);
      return id;
    });
    expect((await lab.files('ended')).length).toBeLessThanOrEqual(10_000);
    const next = lab.started();
    expect(ids.filter(id => next.open(id, ADA) !== undefined)).toEqual([]);
    // A session that was in use is not among them.
    expect(next.open(used, ADA)).toBeDefined();
    lab.clock += 1;
    expect(next.open(lab.seal(next), ADA)).toBeDefined();
  });
});
