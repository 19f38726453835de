import { execFile } from 'node:child_process';
import { copyFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../../../apps/worldwire/dist/setup/clients.js';
import { run, temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { commandsOf, pages, ROOT } from './pages.js';

const execute = promisify(execFile);
/** Commands of ours that write into the folder in which they are typed. */
const WRITING = /^(?:npx )?worldwire (create|token new|setup) /;

/** A folder of which Git ignores what it ignores in a clone. */
async function clone(): Promise<string> {
  const cwd = await temporaryFolder();
  await git(cwd, 'init', '--quiet');
  await writeFile(join(cwd, '.git/info/exclude'), '.gitignore\nnode_modules\n');
  await copyFile(join(ROOT, '.gitignore'), join(cwd, '.gitignore'));
  await symlink(join(ROOT, 'node_modules'), join(cwd, 'node_modules'));
  return cwd;
}

async function git(cwd: string, ...args: string[]): Promise<string> {
  return (await execute('git', args, { cwd })).stdout;
}

/** In a home that is not the clone. */
async function type(cwd: string, args: readonly string[]): Promise<void> {
  const { code, stderr } = await run(args, { cwd, env: { HOME: await temporaryFolder() } });
  expect([stderr, code]).toEqual([stderr, 0]);
}

function wordsOf(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, one, two, bare]) => one ?? two ?? bare ?? '',
  );
}

describe('a clone', () => {
  it('has no untracked file after the commands of README.md', async () => {
    const cwd = await clone();
    const readme = pages().find(({ path }) => path === 'README.md')?.text ?? '';
    const inline = [...readme.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`]+)`/g)].map(
      ([, code]) => code as string,
    );
    const commands = [...commandsOf(readme), ...inline].filter(
      line => WRITING.test(line) && !line.includes('<'),
    );
    expect(commands).toHaveLength(2);
    for (const command of commands) await type(cwd, wordsOf(command.replace(/^npx /, '')).slice(1));
    const files = [...readme.matchAll(/Save it as `([\w.-]+)` in the clone/g)].map(
      ([, name]) => name as string,
    );
    expect(files).toHaveLength(1);
    for (const name of files) await writeFile(join(cwd, name), '');
    expect(await git(cwd, 'status', '--porcelain')).toBe('');
  });

  it('has no untracked file after setup for any client', async () => {
    const cwd = await clone();
    for (const client of CLIENTS.keys()) await type(cwd, ['setup', client]);
    expect(await git(cwd, 'status', '--porcelain')).toBe('');
  });
});
