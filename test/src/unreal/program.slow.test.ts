import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Program, run, temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { sessionVisitor } from '../universe/official-clients.js';
import { answer, items, json, refusal } from './answers.js';
import { DiskProject, REFS } from './disk-project.js';
import { FakeEditor } from './fake-editor/index.js';

const DEFAULT_PORT = 30_069;
const KEY = { 'worldwire/operationKey': 'one light' };

/** Occupies the port, unless another program has it already. */
async function occupy(port: number): Promise<void> {
  const blocker = createServer().listen(port, '127.0.0.1');
  await Promise.race([once(blocker, 'listening'), once(blocker, 'error')]).catch(() => {});
  onTestFinished(() => new Promise<void>(resolve => blocker.close(() => resolve())));
}

/** Sends the same write under the same key to two programs in turn, and returns both results. */
async function acrossRestart(flags: readonly string[]) {
  const data = join(await temporaryFolder(), 'data');
  const args = ['serve', 'unreal', '--port', '0', '--json', '--data', data, '--store', 'sqlite'];
  const write = async () => {
    const program = new Program([...args, '--allow', 'writes', ...flags]);
    const client = await sessionVisitor(await program.url());
    const spawned = await answer(client, 'spawn_actor', { class: 'PointLight' }, KEY);
    const { path } = spawned.after as { path: string };
    const actor = await answer(client, 'get_actor', { path });
    const journal = items(await json(client, 'unreal://journal'));
    await client.close();
    program.kill('SIGTERM');
    expect((await program.ended).code).toBe(0);
    return { spawned, actor, journal };
  };
  return [await write(), await write()] as const;
}

describe('worldwire serve unreal', () => {
  it('[UNREAL-2.1] [UNREAL-4.6] listens on 127.0.0.1:30069 by default', async () => {
    await occupy(DEFAULT_PORT);
    const { code, stderr } = await run(['serve', 'unreal', '--json']);
    expect(code).not.toBe(0);
    expect(stderr).toContain(`Port ${DEFAULT_PORT} on 127.0.0.1 is taken`);
  });

  it('[UNREAL-2.1] [UNREAL-4.6] listens on the given port, on this machine only', async () => {
    const program = new Program(['serve', 'unreal', '--port', 'unreal=0', '--json']);
    const { hostname, port } = new URL(await program.url());
    expect(hostname).toBe('127.0.0.1');
    expect(Number(port)).not.toBe(DEFAULT_PORT);
  });

  it('keeps the journal of an editor in the data folder, so that a retry after a restart is not repeated', async () => {
    const editor = await FakeEditor.start();
    onTestFinished(() => editor.stop());
    const [first, again] = await acrossRestart(['--editor', editor.url]);
    expect(again.spawned).toEqual({ ...first.spawned, replayed: true });
    expect(again.journal).toMatchObject([{ key: 'one light', outcome: 'done' }]);
  });

  it('drops the journal of the sample with the sample, so that a retry does not report a lost change', async () => {
    const [first, again] = await acrossRestart([]);
    expect(again.spawned).toEqual(first.spawned);
    expect(again.journal).toHaveLength(1);
    expect(again.actor).toMatchObject({ class: 'PointLight', provenance: 'sample' });
  });

  it('serves the editor first, then the files of the project', async () => {
    const project = await DiskProject.whole();
    onTestFinished(() => project.close());
    const args = ['serve', 'unreal', '--port', '0', '--json', '--project', project.folder];
    const editor = await FakeEditor.start({ projectFolder: project.folder });
    onTestFinished(() => editor.stop());
    const live = await sessionVisitor(await new Program([...args, '--editor', editor.url]).url());
    expect(await answer(live, 'get_editor_state')).toMatchObject({
      provenance: 'live',
      sources: [{ provenance: 'live' }, { provenance: 'disk' }],
    });
    await editor.stop();
    expect(await answer(live, 'describe_asset', { path: REFS })).toMatchObject({ provenance: 'disk' });
    expect(await refusal(live, 'log_message', { message: 'x' })).toMatch(/^PermissionDenied: /);
    await live.close();
  });

  it('reports an invalid project folder', async () => {
    const folder = await temporaryFolder();
    const { code, stderr } = await run(['serve', 'unreal', '--port', '0', '--json', '--project', folder]);
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/has no \.uproject file/);
  });
});
