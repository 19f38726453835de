import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callTool, resultOf } from '../testing/client.js';
import { Program, run, temporaryFolder } from '../testing/program.js';

async function started(...flags: string[]) {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'low.json'), JSON.stringify({ 'confirm-above': 0 }));
  const usual = ['serve', 'universe', '--port', '0', '--json', '--store', 'memory', '--data', 'data'];
  const url = await new Program([...usual, ...flags], { cwd }).url();
  return async (command: object, more: object = {}) => {
    const args = { universeId: 'sol', command, ...more };
    return resultOf(await callTool(url, 'send_universe_command', args));
  };
}

const RENAMED = { type: 'updateStar', id: 'earth', payload: { name: 'Terra' } };
const SUN = { type: 'removeStar', id: 'sun' };

describe('serve --confirm-above', () => {
  it('is the number of things that a write may lose without a confirmation: 20 by default', async () => {
    const send = await started();
    expect((await send(RENAMED)).isError).not.toBe(true);
    expect((await send(SUN)).content[0]?.text).toContain('This needs the digest of a dry run');
  });

  it('is a number of the command line, or of the configuration file', async () => {
    const generous = await started('--confirm-above', '1000');
    expect((await generous(SUN)).isError).not.toBe(true);
    const strict = await started('--config', 'low.json');
    expect((await strict(RENAMED)).content[0]?.text).toMatch(
      /^Conflict: Universe "sol": Overwrites name of Earth\. Undo is possible\. This needs the digest/,
    );
    const { structuredContent } = await strict(RENAMED, { dryRun: true });
    const { digest } = structuredContent as { digest: string };
    expect((await strict(RENAMED, { expectDigest: digest })).isError).not.toBe(true);
  });

  it.each(['many', '-1', '1.5'])('refuses "%s"', async value => {
    const { code, stderr } = await run(['serve', 'universe', `--confirm-above=${value}`]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--confirm-above takes a number of things')]);
  });
});
