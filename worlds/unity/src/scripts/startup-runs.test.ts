import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

  it('is skipped while the writes of its writer are stopped', async () => {
    const stage = await written();
    stage.operatorGates.setStopped('ann', true);
    await stage.start();
    expect(await lines(stage)).toEqual([expect.stringContaining('stopped the writes of ann')]);
  });
});
