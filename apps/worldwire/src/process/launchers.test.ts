import { describe, expect, it } from 'vitest';
import { findLaunchers, type Launcher, launcherEnded } from './launchers.js';

/** A process that is not above this one, so that only the given answers count. */
const LAUNCHER: Launcher = { pid: 2 ** 30, kind: 'npm', child: 2 ** 30 + 1 };

/** Gives one answer to each check, and the last one from then on. */
function answers(...codes: readonly (string | boolean)[]) {
  const asked: (string | boolean)[] = [];
  const ask = async () => {
    const next = codes[Math.min(asked.length, codes.length - 1)] as string | boolean;
    asked.push(next);
    if (typeof next === 'boolean') return next;
    throw Object.assign(new Error(next), { code: next });
  };
  return { asked, ask };
}

describe('a launcher', () => {
  it.each([['ENOENT'], ['ESRCH'], [true]])('has ended when the answer is %s', async answer => {
    const { asked, ask } = answers(false, answer);
    expect(await launcherEnded([LAUNCHER], 'linux', ask)).toBe(LAUNCHER);
    expect(asked).toEqual([false, answer]);
  });

  it.each(['EMFILE', 'ENFILE', 'EPERM', 'EACCES'])('is asked for again after %s', async code => {
    const { asked, ask } = answers(code, false, code, 'ENOENT');
    await launcherEnded([LAUNCHER], 'linux', ask);
    expect(asked).toEqual([code, false, code, 'ENOENT']);
  });

  it('has ended when its child has another parent', async () => {
    const other = { pid: 2 ** 30, kind: 'npm', child: process.ppid } as const;
    expect(await launcherEnded([other], process.platform)).toBe(other);
  });
});

describe('where ancestors cannot be read at the start', () => {
  const started = { parent: 2 ** 30, ancestors: undefined };

  it('a parent that has ended was a launcher if npm started it', async () => {
    const environment = { platform: 'darwin', inherited: { npm_execpath: '/usr/bin/npm' } } as const;
    const launchers = await findLaunchers(environment, started);
    expect(launchers).toEqual([{ pid: 2 ** 30, kind: 'npm', child: process.pid }]);
    expect(await launcherEnded(launchers, 'darwin')).toBe(launchers[0]);
  });

  it('a parent that has ended was none if npm did not', async () => {
    expect(await findLaunchers({ platform: 'darwin', inherited: {} }, started)).toEqual([]);
  });
});
