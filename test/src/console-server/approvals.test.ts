import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Program, temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { BrowserPage, toolCall } from './browser-page.js';

const REMOVE = toolCall('send_universe_command', {
  universeId: 'sol',
  command: { type: 'removeStar', id: 'phobos' },
});
const FLAGS = ['serve', 'universe', '--port', '0', '--json', '--allow', 'writes', '--approve', 'writes'];

async function mainOf(program: Program): Promise<{ url: string; link?: string }> {
  return JSON.parse(await program.line('stdout', '"wire":"console"'));
}

it('a person at the console decides by a call itself, over MCP and REST', async () => {
  const { link = '' } = await mainOf(new Program(FLAGS));
  const page = await BrowserPage.open(link);
  const answer = await page.send('POST', 'universe/mcp', REMOVE.body, REMOVE.headers);
  expect(await answer.json()).toMatchObject({ result: { structuredContent: { revision: 1 } } });
  const command = { type: 'removeStar', id: 'deimos' };
  expect(await page.status('POST', 'universe/universes/sol/commands', command)).toBe(200);
  // A client of this machine still waits, which REST cannot do.
  const other = new BrowserPage(page.base);
  expect(await other.status('POST', 'universe/universes/sol/commands', command)).toBe(403);
});

it.each(['write operate', 'write operate approve'])(
  'a session that a token with %s opened waits like others',
  async rights => {
    const cwd = await temporaryFolder();
    const token = 'olga-token-0123456789';
    await writeFile(join(cwd, 'tokens'), `olga ${token} ${rights}\n`, { mode: 0o600 });
    const { url, link } = await mainOf(new Program([...FLAGS, '--token-file', 'tokens'], { cwd }));
    expect(link).toBeUndefined();
    const page = new BrowserPage(url);
    await page.logIn({ token });
    const command = { type: 'removeStar', id: 'deimos' };
    expect(await page.status('POST', 'universe/universes/sol/commands', command)).toBe(403);
    const stop = new AbortController();
    const waits = fetch(new URL('universe/mcp', url), {
      method: 'POST',
      signal: stop.signal,
      headers: {
        ...REMOVE.headers,
        'content-type': 'application/json',
        cookie: page.cookie as string,
        'x-worldwire-key': page.key as string,
      },
      body: JSON.stringify(REMOVE.body),
    }).catch(() => undefined);
    await expect
      .poll(async () => ((await page.get('operator/calls')) as { calls: object[] }).calls)
      .toEqual([expect.objectContaining({ principal: 'olga', awaitsApproval: true })]);
    stop.abort();
    await waits;
  },
);
