import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROGRAM, run, temporaryFolder } from '../testing/program.js';

const FILES = [
  ['codex', '.codex/config.toml'],
  ['goose', '.config/goose/config.yaml'],
  ['opencode', 'opencode.json'],
] as const;

interface Finding {
  readonly check: string;
  readonly state: string;
}

async function clientFindings(cwd: string): Promise<readonly unknown[]> {
  const { stdout } = await run(['doctor', '--json'], { cwd });
  const { checks } = JSON.parse(stdout) as { checks: readonly Finding[] };
  return checks.filter(({ check }) => check.startsWith('client'));
}

describe('doctor, in the files of clients', () => {
  it.each(FILES)('finds the entry of %s, and what it starts', async (client, file) => {
    const cwd = await temporaryFolder();
    await run(['setup', client], { cwd });
    expect(await clientFindings(cwd)).toEqual([
      expect.objectContaining({ check: `client ${client}`, state: 'ok' }),
    ]);
    const path = join(cwd, file);
    await writeFile(path, (await readFile(path, 'utf8')).replace(PROGRAM, '/gone/worldwire.js'));
    expect(JSON.stringify(await clientFindings(cwd))).toContain(
      'starts /gone/worldwire.js, which does not exist',
    );
  });

  it('names the line of a file that cannot be read', async () => {
    const cwd = await temporaryFolder();
    await run(['setup', 'codex'], { cwd });
    await writeFile(join(cwd, '.codex/config.toml'), 'a = 1\nb =\n');
    expect(JSON.stringify(await clientFindings(cwd))).toContain('cannot be read as TOML: line 2:');
  });
});
