import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/program.js';
import { SessionFolder } from './session-folder.js';

const MINUTE = 60_000;
const IDLE_MS = 15 * MINUTE;
const ENDED_MS = 1_000 * MINUTE;

describe('a file of a session', () => {
  it.each([
    // The use of a session is stored once a minute at most: its file may be older than it.
    ['open', 2 * IDLE_MS - MINUTE, 1],
    ['open', 2 * IDLE_MS, 0],
    ['ended', ENDED_MS - MINUTE, 1],
    ['ended', ENDED_MS, 0],
  ])('in the folder %s is there or removed after %i ms: %i', async (folder, age, left) => {
    const path = await temporaryFolder();
    const start = Date.UTC(2026, 0, 1);
    let clock = start;
    const sessions = new SessionFolder({ path, date: () => clock, idleMs: IDLE_MS, endedMs: ENDED_MS });
    if (folder === 'open') sessions.use('session', start);
    else sessions.end('session');
    const [file = ''] = await readdir(join(path, folder));
    await utimes(join(path, folder, file), new Date(start), new Date(start));
    clock = start + age;
    await sessions.sweep();
    expect(await readdir(join(path, folder))).toHaveLength(left);
  });
});

describe('the folder of ended sessions', () => {
  it('is replaced when it is full, and then removed', async () => {
    const path = await temporaryFolder();
    let clock = Date.UTC(2026, 0, 1);
    const sessions = new SessionFolder({ path, date: () => clock, idleMs: IDLE_MS, endedMs: ENDED_MS });
    for (let n = 0; n <= 10_000; n++) sessions.end(`session ${n}`);
    expect((await readdir(path)).sort()).toEqual([
      'ended-before',
      expect.stringMatching(/^ended\.[0-9a-f]{12}$/),
    ]);
    expect(sessions.load('session 7', clock)).toBeUndefined();
    clock += 1;
    expect(sessions.load('a later session', clock)).toEqual({ usedAt: undefined, changes: [] });
    sessions.end('a later session');
    clock += MINUTE;
    await sessions.sweep();
    expect((await readdir(path)).sort()).toEqual(['ended', 'ended-before']);
    expect(await readdir(join(path, 'ended'))).toHaveLength(1);
  });
});
