import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../findings/finding.js';
import { run, temporaryFolder } from '../testing/program.js';

async function findings(project: string): Promise<readonly Finding[]> {
  const { stdout } = await run(['doctor', 'unreal', '--port', '0', '--json', '--project', project], {
    cwd: project,
  });
  return JSON.parse(stdout).checks;
}

describe('doctor on the folder of an Unreal project', () => {
  it('names it, and warns of pointers in the place of packages, and of content that is a link', async () => {
    const [project, other] = [await temporaryFolder(), await temporaryFolder()];
    await writeFile(join(project, 'Demo.uproject'), '{"EngineAssociation":"5.4"}');
    await mkdir(join(project, 'Content'));
    const plain = await findings(project);
    expect(plain).toContainEqual(
      expect.objectContaining({ check: 'unreal project', state: 'ok', message: `Demo, 5.4: ${project}` }),
    );
    expect(plain.map(({ check }) => check)).not.toContain('unreal content');
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n';
    await writeFile(join(project, 'Content', 'BP_Door.uasset'), pointer);
    expect(await findings(project)).toContainEqual({
      check: 'unreal content',
      state: 'warn',
      message: '1 of 1 assets are Git LFS pointers: their content is not on this machine.',
      fix: 'Run "git lfs pull" in the folder of the project.',
    });
    await symlink(other, join(project, 'Plugins'));
    expect(await findings(project)).toContainEqual({
      check: 'unreal content',
      state: 'warn',
      message: 'Plugins is a link, which is not followed: its content is not shown.',
      fix: 'Put the folder itself in the place of the link.',
    });
  });
});
