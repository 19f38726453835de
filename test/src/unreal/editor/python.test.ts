import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calls, type FakeRequest, json } from '../fake-editor/index.js';
import { open } from './open-bench.js';

const runs = calls('ExecutePythonCommandEx');

describe('Python', () => {
  it.each([
    ['file', 'ExecuteFile'],
    ['statement', 'ExecuteStatement'],
    ['evaluate', 'EvaluateStatement'],
  ] as const)('is run as %s in the mode %s, unchanged, in its own scope', async (mode, ExecutionMode) => {
    const { bench, editor } = await open();
    const code = 'print("ü \\" \\n")';
    await bench.call('python.run', { code, mode });
    const { body } = editor.requests.findLast(runs) as FakeRequest;
    expect(body).toMatchObject({
      generateTransaction: false,
      parameters: { PythonCommand: code, ExecutionMode, FileExecutionScope: 'Private' },
    });
  });

  it('that fails returns the traceback, although the status is 200', async () => {
    const { bench } = await open();
    const run = bench.call('python.run', { code: 'x\ny', mode: 'statement' });
    expect((await bench.fails('failed', run)).message).toMatch(/Traceback[\s\S]*SyntaxError/);
  });

  it('that fails without a traceback returns its error log', async () => {
    const { bench, editor } = await open();
    const LogOutput = [{ Type: 'Error', Output: 'NameError: x' }];
    editor.fail(json({ ReturnValue: false, CommandResult: 'None', LogOutput }), runs);
    const run = bench.call('python.run', { code: 'x', mode: 'file' });
    expect((await bench.fails('failed', run)).message).toBe('Python failed: NameError: x');
  });

  it('has a longer timeout than other calls', async () => {
    const { bench, editor } = await open({ source: { limits: { callMs: 10_000, slowMs: 60 } } });
    editor.fail('hang', runs);
    const error = await bench.fails('timeout', bench.call('python.run', { code: '1', mode: 'file' }));
    expect(error.message).toMatch(/within 60 ms/);
    expect(error.unsure).toBe(true);
  });

  it('whose output is incomplete is an error', async () => {
    const { bench, editor } = await open();
    editor.fail(json({ ReturnValue: true, CommandResult: 'None', LogOutput: [] }), runs);
    const error = await bench.fails(
      'failed',
      bench.call('asset.references', { path: '/Game/Doors/BP_Door' }),
    );
    expect(error.message).toMatch(/pieces of the script/);
  });
});

describe('the project', () => {
  it('is described by its file when that is readable', async () => {
    const { bench, folder } = await open();
    const file = {
      EngineAssociation: '5.4',
      Description: 'Doors',
      Modules: [{ Name: 'Doors', Type: 'Runtime' }],
      Plugins: [{ Name: 'RemoteControl', Enabled: true }],
    };
    await writeFile(join(folder, 'Doors.uproject'), `\uFEFF${JSON.stringify(file)}`);
    expect(await bench.call('project.describe', {})).toEqual({
      name: 'Doors',
      folder,
      description: 'Doors',
      engineVersion: '5.5.1-1234567+++UE5+Release-5.5',
      modules: [{ name: 'Doors', type: 'Runtime' }],
      plugins: [{ name: 'RemoteControl', enabled: true }],
    });
  });

  it('is named by the editor when its file is not readable, on any system', async () => {
    const { bench } = await open({ sameHost: false });
    const project = await bench.call('project.describe', {});
    expect(project).toMatchObject({ name: 'Fake', folder: 'C:/Projects/Fake', modules: [], plugins: [] });
  });

  it('has only a version when neither source answers', async () => {
    const { bench } = await open({ sameHost: false, fake: { python: false } });
    const project = await bench.call('project.describe', {});
    expect(project).toMatchObject({ engineVersion: expect.stringMatching(/^5\.5/), modules: [] });
    expect(project.folder).toBeUndefined();
  });
});
