import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PROGRAM, temporaryFolder } from '../testing/program.js';
import { project } from '../testing/project.js';

const FLAGS = 'lighthouse --port 0 --log-level silent';

function type(command: string, cwd: string) {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: cwd,
    WORLDWIRE_STORE: 'memory',
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  };
  const child = spawn('sh', ['-c', command], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function lineOf(command: string, cwd: string, wanted: RegExp): Promise<string> {
  const { stdout } = type(command, cwd);
  for await (const line of createInterface({ input: stdout })) {
    const found = wanted.exec(line)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error(`"${command}" printed no ${wanted}.`);
}

async function codeOf(command: string, cwd: string): Promise<number> {
  const child = type(command, cwd);
  const [[code]] = await Promise.all([once(child, 'close'), text(child.stdout)]);
  return code;
}

/** Where a person may type, how they start us there, and where the project is. */
const PLACES: [string, (root: string) => Promise<{ cwd: string; start: string; typed: string }>][] = [
  ['npm start in a project', async cwd => ({ cwd, start: 'npm start --', typed: 'npx worldwire' })],
  [
    'npm start below a project',
    async root => {
      const cwd = join(root, 'docs');
      await mkdir(cwd);
      return { cwd, start: 'npm start --', typed: 'npx worldwire' };
    },
  ],
  [
    'npm start for a project elsewhere',
    async root => ({
      cwd: await temporaryFolder(),
      start: `npm --prefix ${root} start --`,
      typed: `node ${PROGRAM}`,
    }),
  ],
  ['npx in a project', async cwd => ({ cwd, start: 'npx worldwire serve', typed: 'npx worldwire' })],
  [
    'node anywhere',
    async () => ({
      cwd: await temporaryFolder(),
      start: `node ${PROGRAM} serve`,
      typed: `node ${PROGRAM}`,
    }),
  ],
];

describe.runIf(process.platform !== 'win32').each(PLACES)('what %s prints', (_how, open) => {
  it('works in the folder in which it is typed', async () => {
    const { cwd, start, typed } = await open(await project());
    const next = await lineOf(`${start} ${FLAGS}`, cwd, /^Connect a client: (.*)$/);
    expect(next).toMatch(`${typed} setup claude-code --world lighthouse --http http://127.0.0.1:`);
    expect(await codeOf(next, cwd)).toBe(0);
    expect(await readFile(join(cwd, '.mcp.json'), 'utf8')).toContain('worldwire-lighthouse');
    const advice = await lineOf(`${typed} doctor lighthouse --port 0 --json`, cwd, /^(.*)$/);
    expect(advice).toContain('"ok":true');
    const help = await lineOf(`${typed} --help`, cwd, /of a command: (.*)$/);
    expect(help).toBe(`${typed} serve --help`);
    expect(await codeOf(help, cwd)).toBe(0);
  }, 60_000);
});
