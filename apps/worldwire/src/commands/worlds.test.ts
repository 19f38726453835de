import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run, temporaryFolder } from '../testing/program.js';

describe('worlds', () => {
  it('lists each public world with its tools and what they need', async () => {
    const { code, stdout } = await run(['worlds']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^universe {2}port 3001 /);
    expect(stdout).toMatch(/get_universe_state +read\n/);
    // Its commands are open from the start.
    expect(stdout).toMatch(/send_universe_command +write\n/);
  });

  it('lists the same as JSON, without private worlds', async () => {
    const { worlds } = JSON.parse((await run(['worlds', '--json'])).stdout);
    expect(worlds.map(({ name }: { name: string }) => name)).toEqual(['universe', 'unity', 'unreal']);
    expect(worlds[0].tools).toContainEqual(
      expect.objectContaining({ name: 'send_universe_command', access: 'write' }),
    );
    expect(worlds[0]).toMatchObject({ port: 3001, opens: 'write' });
  });

  it('leaves nothing behind', async () => {
    const cwd = await temporaryFolder();
    await run(['worlds'], { cwd, env: { WORLDWIRE_DATA: join(cwd, 'data'), TMPDIR: cwd } });
    expect(await readdir(cwd)).toEqual([]);
  });
});
