import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Program, temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { Explorer } from './explorer.js';

/** The program with the built-in scene, ended after `use`. */
async function serving<Result>(
  folder: string,
  use: (explorer: Explorer) => Promise<Result>,
): Promise<Result> {
  const args = [
    'serve',
    'unity',
    '--port',
    '0',
    '--json',
    '--allow',
    'writes',
    '--data',
    join(folder, 'data'),
  ];
  const program = new Program(args, { env: { TMPDIR: folder } });
  try {
    return await use(new Explorer(new URL(await program.url()).origin));
  } finally {
    program.kill('SIGTERM');
    await program.ended;
  }
}

describe('an id of an object', () => {
  it('is refused after a restart of the server, and stands for no other object', async () => {
    const folder = await temporaryFolder();
    const before = await serving(folder, explorer => explorer.find('/Player'));
    await serving(folder, async explorer => {
      for (const [tool, argument] of [
        ['GetObject', 'id'],
        ['GetComponents', 'objectId'],
      ] as const)
        expect((await explorer.refusal(tool, { [argument]: before })).message).toContain(
          `${before} is an id of an earlier process: the engine was restarted`,
        );
      const { Items } = await explorer.tool('SearchObjects', { limit: 500 });
      expect(Items.length).toBeGreaterThan(5);
      expect(Items.map(({ Id }) => Id)).not.toContain(before);
    });
  });
});
