import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { constants } from 'node:os';
import type { AuditEvent, AuditIntent, AuditOutcome } from '@worldwire/server/internal';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../testing/program.js';
import { AppendFile } from './append-file.js';
import { auditPath } from './audit-paths.js';
import { openAudit } from './open-audit.js';
import { verifyAudit } from './verify-audit.js';

const OUTCOME: AuditOutcome = { outcome: 'done', ms: 1 };

function intent(id: string, principal = 'ann'): AuditIntent {
  return { id, at: new Date(0).toISOString(), world: 'test', principal, tool: 'set', access: 'write' };
}

function event(id: string, outcome: AuditEvent['outcome'] = 'done', principal?: string): AuditEvent {
  return { ...intent(id, principal), outcome, ms: 1 };
}

function quiet() {
  return { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
}

async function opened() {
  const folder = await temporaryFolder();
  const path = auditPath(folder);
  const log = quiet();
  const audit = await openAudit(folder, log);
  onTestFinished(() => audit.close());
  return { folder, path, log, audit };
}

function linesOf(
  path: string,
): { readonly id?: string; readonly outcome?: string; readonly count?: number }[] {
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => {
      const { seq: _, hash: __, ...record } = JSON.parse(line);
      return record;
    });
}

describe('the audit', () => {
  it('has the intent in its file when the write may begin, for its owner alone', async () => {
    const { path, audit } = await opened();
    audit.begin(intent('1'));
    expect(linesOf(path)).toEqual([intent('1')]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('has the outcome in its file when the answer may be sent', async () => {
    const { path, audit } = await opened();
    audit.begin(intent('1'));
    await audit.end(intent('1'), OUTCOME);
    expect(linesOf(path)).toEqual([intent('1'), event('1')]);
  });

  it('writes the outcomes of one turn together', async () => {
    const append = vi.spyOn(AppendFile.prototype, 'append');
    onTestFinished(() => append.mockRestore());
    const { path, audit } = await opened();
    const ids = ['1', '2', '3'];
    for (const id of ids) audit.begin(intent(id));
    await Promise.all(ids.map(async id => audit.end(await intent(id), OUTCOME)));
    expect(append).toHaveBeenCalledTimes(4);
    expect(linesOf(path)).toEqual([...ids.map(id => intent(id)), ...ids.map(id => event(id))]);
  });

  it('writes outcomes together with the next intent', async () => {
    const append = vi.spyOn(AppendFile.prototype, 'append');
    onTestFinished(() => append.mockRestore());
    const { path, audit } = await opened();
    const ids = ['1', '2', '3'];
    for (const id of ids) audit.begin(intent(id));
    for (const id of ids) audit.end(intent(id), OUTCOME);
    audit.begin(intent('4'));
    expect(append).toHaveBeenCalledTimes(4);
    expect(linesOf(path)).toEqual([...ids.map(id => intent(id)), ...ids.map(id => event(id)), intent('4')]);
  });

  it('has the arguments in the record of the intent, and their digest in both', async () => {
    const { path, audit } = await opened();
    const given = { ...intent('1'), argumentsDigest: '0123456789abcdef', arguments: '{"a":1}' };
    audit.begin(given);
    await audit.end(given, { ...OUTCOME, revision: 7, planDigest: 'plan' });
    const { arguments: _, ...known } = given;
    const outcome = { ...known, ...OUTCOME, revision: 7, planDigest: 'plan' };
    expect(linesOf(path)).toEqual([given, outcome]);
  });

  it('has notes on actions that are not calls in the same chain, with bounded details', async () => {
    const { folder, path, audit } = await opened();
    audit.begin(intent('1'));
    await audit.note({ kind: 'operator', principal: 'ann', what: 'session ended', details: { id: 7 } });
    await audit.note({
      kind: 'gate',
      principal: 'ann',
      what: 'opened',
      details: { text: 'x'.repeat(5_000) },
    });
    expect(linesOf(path).slice(1)).toEqual([
      {
        kind: 'operator',
        at: expect.any(String),
        principal: 'ann',
        what: 'session ended',
        details: { id: 7 },
      },
      { kind: 'gate', at: expect.any(String), principal: 'ann', what: 'opened', details: expect.any(String) },
    ]);
    expect(readFileSync(path).length).toBeLessThan(4_000);
    audit.close();
    expect(await verifyAudit(folder)).toMatchObject({ records: 3, problems: [] });
  });

  it('writes waiting lines when it is closed', async () => {
    const { path, audit } = await opened();
    audit.refuse(intent('1'), { ...OUTCOME, outcome: 'denied' });
    audit.close();
    expect(linesOf(path)).toEqual([event('1', 'denied')]);
  });

  it('cuts off a line that a crash tore, and records how much that was', async () => {
    const { folder, path, audit } = await opened();
    audit.begin(intent('1'));
    audit.close();
    appendFileSync(path, '{"id":"cut');
    const again = await openAudit(folder, quiet());
    again.begin(intent('2'));
    again.close();
    const cut = { kind: 'audit', at: expect.any(String), what: 'torn line cut', details: { bytes: 10 } };
    expect(linesOf(path)).toEqual([intent('1'), cut, intent('2')]);
    expect(await verifyAudit(folder)).toMatchObject({ records: 3, problems: [] });
  });

  it.each([
    ['renamed', (path: string) => renameSync(path, `${path}.1`)],
    ['removed', (path: string) => rmSync(path)],
  ])('is created again when its file was %s', async (_, rotate) => {
    const { path, audit } = await opened();
    audit.begin(intent('before'));
    rotate(path);
    let count = 0;
    await expect
      .poll(async () => {
        audit.begin(intent(`after ${count++}`));
        return statSync(path, { throwIfNoEntry: false }) !== undefined;
      })
      .toBe(true);
    expect(linesOf(path)).toEqual([intent(`after ${count - 1}`)]);
  });

  it('refuses writes while its folder is missing, logs it once, and continues when it is back', async () => {
    const { folder, path, log, audit } = await opened();
    renameSync(folder, `${folder}-away`);
    await expect.poll(() => attempt(() => audit.begin(intent('1')))).toContain('ENOENT');
    expect(() => audit.begin(intent('2'))).toThrow(
      'Writes are refused, because the audit cannot be written: no such file or directory (ENOENT).',
    );
    expect(log.error).toHaveBeenCalledTimes(1);
    expect(log.error.mock.calls[0]?.[0]).toMatchObject({ file: path });
    renameSync(`${folder}-away`, folder);
    audit.begin(intent('3'));
    expect(linesOf(path).at(-1)).toEqual(intent('3'));
    expect(log.info).toHaveBeenCalledTimes(1);
  });

  it('is retried while it cannot be written, without further writes', async () => {
    const { folder, path, audit } = await opened();
    renameSync(folder, `${folder}-away`);
    await expect.poll(() => attempt(() => audit.begin(intent('1')))).toContain('ENOENT');
    expect(audit.refusal).toBe('the audit cannot be written: no such file or directory (ENOENT)');
    renameSync(`${folder}-away`, folder);
    await expect.poll(() => audit.refusal).toBeUndefined();
    expect(linesOf(path).at(-1)).toMatchObject({ outcome: 'refused', count: 1 });
  });

  it('refuses a write whose intent was truncated by a full disk, keeps complete lines, and cuts off the rest', async () => {
    const folder = await temporaryFolder();
    const path = auditPath(folder);
    const disk = new SmallDisk();
    const audit = await openAudit(folder, quiet(), { write: disk.write });
    audit.begin(intent('0'));
    audit.begin(intent('1'));
    void audit.end(intent('0'), OUTCOME);
    void audit.end(intent('1'), OUTCOME);
    disk.room = JSON.stringify(event('0')).length + 80;
    for (const id of ['2', '3']) {
      expect(() => audit.begin(intent(id))).toThrow(
        'Writes are refused, because the audit cannot be written: no space left on device (ENOSPC).',
      );
    }
    disk.room = Number.POSITIVE_INFINITY;
    audit.begin(intent('4'));
    audit.close();
    const refused = { at: expect.any(String), outcome: 'refused', count: 2 };
    expect(linesOf(path)).toEqual([intent('0'), intent('1'), event('0'), refused, event('1'), intent('4')]);
    expect(await verifyAudit(folder)).toMatchObject({ records: 6, problems: [] });
  });

  it('lets the answer go and refuses further writes when an outcome cannot be written', async () => {
    const folder = await temporaryFolder();
    const disk = new SmallDisk();
    const audit = await openAudit(folder, quiet(), { write: disk.write });
    onTestFinished(() => audit.close());
    audit.begin(intent('0'));
    disk.room = 0;
    await audit.end(intent('0'), OUTCOME);
    expect(audit.refusal).toBe('the audit cannot be written: no space left on device (ENOSPC)');
    expect(() => audit.begin(intent('1'))).toThrow('Writes are refused');
    disk.room = Number.POSITIVE_INFINITY;
    audit.begin(intent('2'));
    expect(linesOf(auditPath(folder)).map(({ id, outcome }) => [id, outcome])).toEqual([
      ['0', undefined],
      [undefined, 'refused'],
      ['0', 'done'],
      ['2', undefined],
    ]);
  });

  it('counts the refused calls of a principal past the first ten of a second', async () => {
    const { path, audit } = await opened();
    for (let count = 0; count < 1_000; count++) {
      audit.refuse(intent(`a${count}`), { ...OUTCOME, outcome: count % 2 === 0 ? 'denied' : 'invalid' });
    }
    audit.refuse(intent('other', 'bob'), { ...OUTCOME, outcome: 'denied' });
    audit.close();
    const lines = linesOf(path);
    expect(lines.filter(({ id }) => id?.startsWith('a'))).toHaveLength(10);
    expect(lines.find(({ id }) => id === 'other')).toBeDefined();
    expect(lines.find(({ outcome }) => outcome === 'suppressed')).toMatchObject({
      principal: 'ann',
      count: 990,
    });
  });

  it('records every outcome of a write that began', async () => {
    const { path, audit } = await opened();
    const ids = Array.from({ length: 50 }, (_, index) => String(index));
    for (const id of ids) audit.begin(intent(id));
    for (const id of ids) audit.end(intent(id), { ...OUTCOME, outcome: 'invalid' });
    audit.close();
    expect(linesOf(path).filter(({ outcome }) => outcome === 'invalid')).toHaveLength(50);
  });

  it.runIf(process.platform !== 'win32').each([
    ['a symbolic link', (path: string) => symlinkSync('elsewhere', path)],
    ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
    ['a folder', (path: string) => execFileSync('mkdir', [path])],
  ])('refuses %s in the place of its file', async (_, make) => {
    const folder = await temporaryFolder();
    make(auditPath(folder));
    await expect(openAudit(folder, quiet())).rejects.toThrow(
      `${auditPath(folder)} is not a regular file. Move it away`,
    );
  });
});

function attempt(act: () => void): string {
  try {
    act();
    return 'done';
  } catch (thrown) {
    return (thrown as Error).message;
  }
}

/** A disk with room for so many bytes. */
class SmallDisk {
  room = Number.POSITIVE_INFINITY;

  readonly write = (fd: number, bytes: Uint8Array, offset: number): number => {
    if (this.room === 0) {
      const full = new Error('ENOSPC: no space left on device, write');
      throw Object.assign(full, { code: 'ENOSPC', errno: -constants.errno.ENOSPC });
    }
    const length = Math.min(this.room, bytes.length - offset);
    this.room -= length;
    return writeSync(fd, bytes, offset, length);
  };
}

describe('the audit of a start that failed', () => {
  it('is removed where it has no record, with its lock', async () => {
    const folder = await temporaryFolder();
    (await openAudit(folder, quiet())).discard();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('stays where it has a record or was there before', async () => {
    const folder = await temporaryFolder();
    const first = await openAudit(folder, quiet());
    first.begin(intent('1'));
    first.discard();
    (await openAudit(folder, quiet())).discard();
    expect(readdirSync(folder).sort()).toEqual(['audit.head', 'audit.jsonl']);
    expect(readFileSync(auditPath(folder), 'utf8')).toContain('"id":"1"');
  });

  it('stays empty where another start had left it', async () => {
    const folder = await temporaryFolder();
    (await openAudit(folder, quiet())).close();
    (await openAudit(folder, quiet())).discard();
    expect(readdirSync(folder).sort()).toEqual(['audit.head', 'audit.jsonl']);
  });
});
