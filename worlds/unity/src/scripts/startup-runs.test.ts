import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Rights } from '@worldwire/server/internal';
import { describe, expect, it } from 'vitest';
import { OPEN, Stage } from '../stage.test.js';

const ANN = { principal: 'ann' };

/** The log lines about the startup script. */
async function lines(stage: Stage): Promise<string[]> {
  const { Items } = await stage.call<{ Items: { Message: string }[] }>('TailLogs', { count: 200 });
  return Items.map(({ Message }) => Message).filter(message => message.includes('startup.cs'));
}

async function put(folder: string, content: string): Promise<void> {
  await mkdir(join(folder, 'Scripts'), { recursive: true });
  await writeFile(join(folder, 'Scripts', 'startup.cs'), content);
}

async function written(content = 'return "hello";'): Promise<Stage> {
  const stage = await Stage.open({ grants: OPEN });
  await stage.call('WriteStartupScript', { content }, ANN);
  stage.audited.length = 0;
  stage.outcomes.length = 0;
  return stage;
}

describe('the startup script', () => {
  it('runs when the world opens, and the audit has each run with its writer', async () => {
    const stage = await written();
    await stage.start();
    expect(await lines(stage)).toEqual(['startup.cs ran: hello']);
    const run = { tool: 'startup.cs', access: 'danger', principal: 'ann' };
    expect(stage.audited).toMatchObject([run]);
    expect(stage.outcomes).toMatchObject([{ ...run, outcome: 'done' }]);
  });

  it('does not run where the operator allows no code', async () => {
    const stage = await written();
    await stage.start({ ...OPEN, eval: false });
    expect(await lines(stage)).toEqual([]);
    expect(stage.audited).toEqual([]);
  });

  it('does not run with a text that was not written by a call', async () => {
    const stage = await Stage.open({ grants: OPEN, prepare: folder => put(folder, 'return "planted";') });
    expect(await lines(stage)).toEqual([expect.stringContaining('startup.cs did not run')]);
    expect(stage.audited).toEqual([]);
  });

  it('does not run after its file was changed by something else', async () => {
    const stage = await written();
    await put(stage.folder, 'return "changed";');
    await stage.start();
    expect(await lines(stage)).toEqual([expect.stringContaining('did not run')]);
  });

  it('does not run where the record of its writer is damaged', async () => {
    const stage = await written();
    await writeFile(join(stage.folder, 'startup-script.json'), '{"digest":');
    await stage.start();
    expect(await lines(stage)).toEqual([expect.stringContaining('did not run')]);
  });

  it('runs after a principal enabled the text that it saw', async () => {
    const stage = await Stage.open({ grants: OPEN, prepare: folder => put(folder, 'return "mine";') });
    await stage.call('SetStartupScriptEnabled', { enabled: true }, ANN);
    await stage.start();
    expect(await lines(stage)).toEqual(['startup.cs ran: mine']);
    const kept = await readFile(join(stage.folder, 'startup-script.json'), 'utf8');
    expect(JSON.parse(kept)).toMatchObject({ principal: 'ann' });
  });

  it.each([
    ['WriteConsoleScript', { path: 'startup.cs', content: 'return "by name";' }],
    ['WriteConsoleScript', { path: 'startup.cs', content: '\ufeffreturn "by name";' }],
  ])('runs after %s wrote it', async (name, args) => {
    const stage = await Stage.open({ grants: OPEN });
    await stage.call(name, args, ANN);
    await stage.start();
    expect(await lines(stage)).toEqual(['startup.cs ran: by name']);
  });

  it('runs with the text that an undo restored', async () => {
    const stage = await written('return "first";');
    const { journalId } = await stage.whole('WriteStartupScript', { content: 'return "second";' }, ANN);
    await stage.call('UndoWrite', { id: journalId }, ANN);
    await stage.start();
    expect(await lines(stage)).toEqual(['startup.cs ran: first']);
  });

  it('is skipped while the operator has stopped code, and runs when that is open again', async () => {
    const stage = await written();
    stage.operatorGates.setStopped(undefined, true);
    await stage.start();
    expect(await stage.kernel.gateChanged()).toEqual([expect.stringContaining('is skipped')]);
    expect(await lines(stage)).toEqual([expect.stringContaining('skipped')]);
    expect(stage.outcomes).toMatchObject([{ tool: 'startup.cs', outcome: 'denied' }]);
    stage.operatorGates.setStopped(undefined, false);
    expect(await stage.kernel.gateChanged()).toEqual([expect.stringContaining('startup script')]);
    expect(await lines(stage)).toEqual([expect.stringContaining('skipped'), 'startup.cs ran: hello']);
    await stage.kernel.gateChanged();
    expect(await lines(stage)).toHaveLength(2);
  });

  it.each([
    ['WriteConsoleScript', { path: 'startup.disabled.cs', content: 'return "other";' }],
    ['WriteConsoleScript', { path: 'STARTUP.cs', content: 'return "other";' }],
  ])('does not run with a text that a call beside it left as it was: %s %o', async (name, args) => {
    const stage = await Stage.open({ grants: OPEN, prepare: folder => put(folder, 'return "planted";') });
    await stage.call(name, args, ANN);
    await stage.start();
    expect(await lines(stage)).toEqual([expect.stringContaining('did not run')]);
  });

  it.each([
    ['WriteStartupScript', { content: 'return "mine";' }],
    ['WriteConsoleScript', { path: 'startup.cs', content: 'return "mine";' }],
    ['DeleteConsoleScript', { path: 'startup.cs' }],
  ])(
    'does not run with a text that was not accepted before an undo of %s restored it',
    async (name, args) => {
      const stage = await Stage.open({ grants: OPEN, prepare: folder => put(folder, 'return "planted";') });
      const { journalId } = await stage.whole(name, args, ANN);
      await stage.call('UndoWrite', { id: journalId }, ANN);
      await stage.start();
      expect(await lines(stage)).toEqual([expect.stringContaining('did not run')]);
    },
  );

  it.each([
    ['WriteConsoleScript', { path: 'startup.cs', content: 'return "mine";' }],
    ['DeleteConsoleScript', { path: 'startup.cs' }],
    ['SetStartupScriptEnabled', { enabled: false }],
  ])('runs with an accepted text after an undo of %s restored it', async (name, args) => {
    const stage = await written();
    const { journalId } = await stage.whole(name, args, ANN);
    await stage.call('UndoWrite', { id: journalId }, ANN);
    await stage.start();
    expect(await lines(stage)).toEqual(['startup.cs ran: hello']);
  });

  it('does not run with a text that was changed while it was disabled, after an undo enabled it', async () => {
    const stage = await written();
    const { journalId } = await stage.whole('SetStartupScriptEnabled', { enabled: false }, ANN);
    await writeFile(join(stage.folder, 'Scripts', 'startup.disabled.cs'), 'return "planted";');
    await stage.call('UndoWrite', { id: journalId }, ANN);
    await stage.start();
    expect(await lines(stage)).toEqual([expect.stringContaining('did not run')]);
  });

  it.each([
    [[], false],
    [[Rights.parse(['write'])], false],
    [[Rights.parse(['write']), Rights.parse(['UnityExplorer.Mcp:eval'])], true],
    [[Rights.parse(['UnityExplorer.Mcp:eval:WriteStartupScript'])], true],
    [[Rights.parse(['UnityExplorer.Mcp:eval:ConsoleEval', 'other:eval'])], false],
  ])('runs only while its writer may write it: %o %s', async (rights, runs) => {
    const stage = await written();
    stage.rightsNow = name => (name === 'ann' ? rights : [Rights.CALLS]);
    await stage.start();
    const [line] = await lines(stage);
    expect(line).toContain(runs ? 'ran: hello' : 'was skipped: startup.cs was installed by ann');
    expect(stage.outcomes).toMatchObject([{ tool: 'startup.cs', outcome: runs ? 'done' : 'denied' }]);
  });

  it('is named by a stop of its writer, and not by a stop of another principal', async () => {
    const stage = await written();
    stage.operatorGates.setStopped('bob', true);
    expect(await stage.kernel.gateChanged()).toEqual([]);
    stage.operatorGates.setStopped('ann', true);
    expect(await stage.kernel.gateChanged()).toEqual([expect.stringContaining('is skipped')]);
  });

  it('is not named by a stop where it would not run', async () => {
    const stage = await Stage.open({ grants: OPEN, prepare: folder => put(folder, 'return "planted";') });
    stage.operatorGates.setStopped(undefined, true);
    expect(await stage.kernel.gateChanged()).toEqual([]);
  });

  it('is skipped while the writes of its writer are stopped', async () => {
    const stage = await written();
    stage.operatorGates.setStopped('ann', true);
    await stage.start();
    expect(await lines(stage)).toEqual([expect.stringContaining('stopped the writes of ann')]);
  });
});
