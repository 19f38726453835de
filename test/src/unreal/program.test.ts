import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Program, run, temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { sessionVisitor } from '../universe/visitors.js';
import { answer, items, json, refusal } from './answers.js';
import { DiskProject, REFS } from './disk-project.js';
import { FakeEditor } from './fake-editor/index.js';

const DEFAULT_PORT = 30_069;
const KEY = { 'worldwire/operationKey': 'one light' };

/** Has the port taken, by us or by whoever has it already. */
async function occupy(port: number): Promise<void> {
  const blocker = createServer().listen(port, '127.0.0.1');
  await Promise.race([once(blocker, 'listening'), once(blocker, 'error')]).catch(() => {});
  onTestFinished(() => new Promise<void>(resolve => blocker.close(() => resolve())));
}

describe('worldwire serve unreal', () => {
  it('[UNREAL-2.1] [UNREAL-4.6] listens on 30069 of 127.0.0.1 unless it is told otherwise', async () => {
    await occupy(DEFAULT_PORT);
    const { code, stderr } = await run(['serve', 'unreal', '--json']);
    expect(code).not.toBe(0);
    expect(stderr).toContain(`Port ${DEFAULT_PORT} on 127.0.0.1 is taken`);
  });

  it('[UNREAL-2.1] [UNREAL-4.6] listens on the port it is told, on this machine alone', async () => {
    const program = new Program(['serve', 'unreal', '--port', 'unreal=0', '--json']);
    const { hostname, port } = new URL(await program.url());
    expect(hostname).toBe('127.0.0.1');
    expect(Number(port)).not.toBe(DEFAULT_PORT);
  });

  it('keeps its journal in the data folder, so that a retry after a restart does nothing again', async () => {
    const data = join(await temporaryFolder(), 'data');
    const args = ['serve', 'unreal', '--port', '0', '--json', '--data', data, '--store', 'sqlite'];
    const first = new Program([...args, '--allow', 'writes']);
    const visitor = await sessionVisitor(await first.url());
    const spawned = await answer(visitor, 'spawn_actor', { class: 'PointLight' }, KEY);
    await visitor.close();
    first.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);

    const again = await sessionVisitor(await new Program([...args, '--allow', 'writes']).url());
    expect(await answer(again, 'spawn_actor', { class: 'PointLight' }, KEY)).toEqual({
      ...spawned,
      replayed: true,
    });
    expect(items(await json(again, 'unreal://journal'))).toMatchObject([
      { key: 'one light', outcome: 'done' },
    ]);
    await again.close();
  });

  it('serves the files of a project, and an editor before them', async () => {
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

  it('says what is wrong with the folder of a project', async () => {
    const folder = await temporaryFolder();
    const { code, stderr } = await run(['serve', 'unreal', '--port', '0', '--json', '--project', folder]);
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/has no \.uproject file/);
  });
});
