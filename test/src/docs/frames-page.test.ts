import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { Program, temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { ROOT } from './pages.js';

const execute = promisify(execFile);
const page = readFileSync(join(ROOT, 'docs/frames.md'), 'utf8');

function block(language: string): string {
  const [, code] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(
    page,
  ) as unknown as string[];
  return code as string;
}

/** Serves the universe on a free port, and returns that port. */
async function serveFrames(): Promise<string> {
  const program = new Program([
    'serve',
    'universe',
    '--port',
    '0',
    '--port',
    'frames=0',
    '--frames',
    '--json',
  ]);
  const line = await program.line('stdout', /"tcp:/);
  return /tcp:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1] as string;
}

it('the client of docs/frames.md in TypeScript lists the tools', async () => {
  const port = await serveFrames();
  const folder = await temporaryFolder();
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const code = block('ts')
    .replace('6400', port)
    .replace('client.close();', 'client.close();\nconsole.log(JSON.stringify(tools));');
  await writeFile(join(folder, 'client.mjs'), code);
  const { stdout } = await execute(process.execPath, ['client.mjs'], { cwd: folder });
  expect(JSON.parse(stdout).tools).toHaveLength(3);
});

it('the client of docs/frames.md in Python gets an answer', async ({ skip }) => {
  const hasPython = await execute('python3', ['--version']).then(
    () => true,
    () => false,
  );
  if (!hasPython) skip();
  const { stdout } = await execute('python3', ['-c', block('python').replace('6400', await serveFrames())]);
  expect(stdout).toContain("'status': 'ok'");
});
