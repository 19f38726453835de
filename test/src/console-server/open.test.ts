import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Place, Program, run, temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { BrowserPage, codeOf } from './browser-page.js';

/** Tells the test what it was started with, and what it may know of the file that it gets. It has a clean environment. */
const opener = (report: string) => `#!/usr/bin/env node
const { statSync, readFileSync } = require('node:fs');
const { dirname } = require('node:path');
const [file] = process.argv.slice(2);
const body = JSON.stringify({
  arguments: process.argv.slice(2),
  environment: process.env,
  file: statSync(file).mode & 0o777,
  folder: statSync(dirname(file)).mode & 0o777,
  content: readFileSync(file, 'utf8'),
});
fetch('${report}', { method: 'POST', body });
`;

interface Opened {
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly file: number;
  readonly folder: number;
  readonly content: string;
}

/** A machine whose browser is a program of the test. */
async function machine(): Promise<{
  readonly place: Required<Pick<Place, 'cwd' | 'env'>>;
  opened(): Promise<Opened>;
}> {
  const cwd = await temporaryFolder();
  const programs = join(cwd, 'programs');
  await mkdir(programs);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  await writeFile(join(programs, 'xdg-open'), opener(`http://127.0.0.1:${port}`));
  await chmod(join(programs, 'xdg-open'), 0o755);
  const env = { PATH: programs + delimiter + process.env.PATH };
  const arrived = once(server, 'request').then(async ([request, response]) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    response.end();
    return JSON.parse(text) as Opened;
  });
  return { place: { cwd, env }, opened: () => arrived };
}

function linkIn({ content }: Opened): string {
  return /url=(http:[^"]+)"/.exec(content)?.[1] as string;
}

/** The names of pages, in the folder of the operator. */
async function pagesIn(cwd: string): Promise<readonly string[]> {
  const names = await readdir(join(cwd, 'data', 'operator'));
  return names.filter(name => name.startsWith('link-'));
}

/** What every user of the machine can see of the programs of this user, on Linux. */
async function commandLines(): Promise<string> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  // A program may end meanwhile.
  const read = (pid: string) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return (await Promise.all(pids.map(read))).join('\n');
}

async function allTexts(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile());
  return (
    await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')))
  ).join('\n');
}

const SERVE = ['serve', 'lighthouse', '--port', '0', '--data', 'data'];

describe.runIf(process.platform === 'linux')('a link that is opened in the browser', () => {
  it('is in a file that this user alone can read, and in no argument, environment or file beside it', async () => {
    const { place, opened } = await machine();
    const program = new Program([...SERVE, '--open', '--log-level', 'trace'], place);
    const shown = await opened();
    const link = linkIn(shown);
    const code = codeOf(link);
    expect(code).toMatch(/^[\w-]{43}$/);
    expect(shown.arguments).toEqual([expect.stringMatching(/open\.html$/)]);
    expect(JSON.stringify([shown.arguments, shown.environment])).not.toContain(code);
    expect([shown.file, shown.folder]).toEqual([0o600, 0o700]);
    expect(await commandLines()).not.toContain(code);
    const page = await BrowserPage.open(link);
    expect(await page.get('session')).toMatchObject({ principal: 'console' });
    expect(await pagesIn(place.cwd)).toEqual([]);
    expect(await allTexts(join(place.cwd, 'data'))).not.toContain(code);
    program.kill('SIGTERM');
    expect((await program.ended).stderr).not.toContain(code);
  });

  it('has no file any more after the end of the server that did not see it used', async () => {
    const { place, opened } = await machine();
    const program = new Program([...SERVE, '--open'], place);
    await opened();
    expect(await pagesIn(place.cwd)).toHaveLength(1);
    program.kill('SIGTERM');
    await program.ended;
    expect(await pagesIn(place.cwd)).toEqual([]);
  });

  it('has no file any more after the next link of a server whose predecessor was killed', async () => {
    const { place, opened } = await machine();
    const first = new Program([...SERVE, '--open'], place);
    await opened();
    first.kill('SIGKILL');
    await first.ended;
    const [left] = await pagesIn(place.cwd);
    const second = new Program([...SERVE, '--json'], place);
    await second.line('stdout', '"wire":"console"');
    const { code } = await run(['console', '--open', '--data', 'data'], place);
    expect(code).toBe(0);
    expect(await pagesIn(place.cwd)).toEqual([expect.not.stringContaining(left as string)]);
  });

  it('of worldwire console is such a file too, which the server removes', async () => {
    const { place, opened } = await machine();
    const program = new Program([...SERVE, '--json'], place);
    await program.line('stdout', '"wire":"console"');
    const { code, stdout } = await run(['console', '--open', '--data', 'data'], place);
    const shown = await opened();
    expect([code, stdout]).toEqual([0, `${linkIn(shown)}\n`]);
    expect(JSON.stringify([shown.arguments, shown.environment])).not.toContain(codeOf(linkIn(shown)));
    expect([shown.file, shown.folder]).toEqual([0o600, 0o700]);
    await BrowserPage.open(linkIn(shown));
    expect(await pagesIn(place.cwd)).toEqual([]);
  });

  it('without --open has no file', async () => {
    const { place } = await machine();
    const program = new Program([...SERVE, '--json'], place);
    await program.line('stdout', '"wire":"console"');
    expect((await run(['console', '--data', 'data'], place)).code).toBe(0);
    expect(await pagesIn(place.cwd)).toEqual([]);
  });
});
