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

/** Has the port taken, by us or by whoever has it already. */
async function occupy(port: number): Promise<void> {
  const blocker = createServer().listen(port, '127.0.0.1');
  await Promise.race([once(blocker, 'listening'), once(blocker, 'error')]).catch(() => {});
  onTestFinished(() => new Promise<void>(resolve => blocker.close(() => resolve())));
}

/** The same write under the same key to two programs, one after the other, and what each tells of it. */
async function acrossRestart(flags: readonly string[]) {
  const data = join(await temporaryFolder(), 'data');
  const args = ['serve', 'unreal', '--port', '0', '--json', '--data', data, '--store', 'sqlite'];
  const write = async () => {
    const program = new Program([...args, '--allow', 'writes', ...flags]);
    const visitor = await sessionVisitor(await program.url());
    const spawned = await answer(visitor, 'spawn_actor', { class: 'PointLight' }, KEY);
    const { path } = spawned.after as { path: string };
    const actor = await answer(visitor, 'get_actor', { path });
    const journal = items(await json(visitor, 'unreal://journal'));
    await visitor.close();
    program.kill('SIGTERM');
    expect((await program.ended).code).toBe(0);
    return { spawned, actor, journal };
  };
  return [await write(), await write()] as const;
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

  it('keeps the journal of an editor in the data folder, so that a retry after a restart does nothing again', async () => {
    const editor = await FakeEditor.start();
    onTestFinished(() => editor.stop());
    const [first, again] = await acrossRestart(['--editor', editor.url]);
    expect(again.spawned).toEqual({ ...first.spawned, replayed: true });
    expect(again.journal).toMatchObject([{ key: 'one light', outcome: 'done' }]);
  });

  it('forgets the journal of the sample with the sample, so that no retry tells of a change that is not there', async () => {
    const [first, again] = await acrossRestart([]);
    expect(again.spawned).toEqual(first.spawned);
    expect(again.journal).toHaveLength(1);
    expect(again.actor).toMatchObject({ class: 'PointLight', provenance: 'sample' });
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
