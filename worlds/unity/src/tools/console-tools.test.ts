import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { OPEN, Stage } from '../stage.test.js';

describe('the console', () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await Stage.open({ grants: OPEN });
  });
  const files = () => readdir(join(stage.folder, 'Scripts'));

  it('ConsoleEval gives what the code returns', async () => {
    expect(await stage.call('ConsoleEval', { code: 'return 20 + 3;' })).toMatchObject({
      ok: true,
      result: 23,
    });
    expect((await stage.fail('ConsoleEval', { code: 'throw new Error("ouch");' })).message).toContain('ouch');
    const long = await stage.call('ConsoleEval', { code: '"x".repeat(100_000)' });
    expect(long).toMatchObject({ truncated: true, length: 100_000 });
    expect((long.result as string).length).toBeLessThan(100_000);
    expect((await stage.fail('ConsoleEval', { code: '' })).kind).toBe('InvalidArgument');
  });

  it('WriteConsoleScript, ReadConsoleScript, RunConsoleScript and DeleteConsoleScript are about one file', async () => {
    const written = await stage.call('WriteConsoleScript', { path: 'mcp-test.cs', content: 'return 123;' });
    const Path = join(stage.folder, 'Scripts', 'mcp-test.cs');
    expect(written).toEqual({ ok: true, before: null, after: { Path, SizeBytes: 11 } });
    expect(await stage.call('ReadConsoleScript', { path: 'mcp-test.cs' })).toEqual({
      Name: 'mcp-test.cs',
      Path,
      Content: 'return 123;',
      SizeBytes: 11,
      LastModifiedUtc: expect.stringMatching(/^\d{4}-.*Z$/),
      Truncated: false,
    });
    expect(await stage.call('RunConsoleScript', { path: 'mcp-test.cs' })).toMatchObject({
      ok: true,
      result: 123,
    });
    expect(stage.updated).toContain('unity://console/scripts');
    const deleted = await stage.call('DeleteConsoleScript', { path: 'mcp-test.cs' });
    expect(deleted).toEqual({ ok: true, before: { Path, SizeBytes: 11 }, after: null });
    for (const name of ['ReadConsoleScript', 'RunConsoleScript', 'DeleteConsoleScript']) {
      expect((await stage.fail(name, { path: 'mcp-test.cs' })).kind).toBe('NotFound');
      expect((await stage.fail(name, { path: '../mcp.config.json' })).kind).toBe('InvalidArgument');
    }
  });

  it('dry runs that replace a text name it, also if the sizes and states are the same', async () => {
    const script = (content: string) => ({ path: 'a.cs', content });
    await stage.call('WriteConsoleScript', script('return 1;'));
    await stage.call('WriteStartupScript', { content: 'return 1;' });
    const dry = async (tool: string, args: object) =>
      (await stage.whole(tool, { ...args, dryRun: true })).also;
    expect(await dry('WriteConsoleScript', script('return 2;'))).toEqual(['the content of a.cs']);
    expect(await dry('WriteConsoleScript', script('return 1;'))).toBeUndefined();
    expect(await dry('WriteStartupScript', { content: 'return 2;' })).toEqual([
      'the content of the startup script',
    ]);
    expect(await dry('WriteStartupScript', { content: 'return 1;' })).toBeUndefined();
    const { journalId: id } = await stage.whole('WriteConsoleScript', script('return 2;'));
    expect(await dry('UndoWrite', { id })).toEqual(['the script a.cs']);
  });

  it('a write of a script is not that of its plan after another text was written', async () => {
    const script = (content: string) => ({ path: 'a.cs', content });
    await stage.call('WriteConsoleScript', script('return 1;'));
    const { digest } = await stage.whole('WriteConsoleScript', { ...script('return 2;'), dryRun: true });
    await stage.call('WriteConsoleScript', script('return 3;'));
    const failure = await stage.fail('WriteConsoleScript', { ...script('return 2;'), expectDigest: digest });
    expect(failure.kind).toBe('Conflict');
  });

  it('WriteConsoleScript into a folder that is not there says so', async () => {
    const failure = await stage.fail('WriteConsoleScript', { path: 'sub/deep/a.cs', content: '1' });
    expect(failure).toMatchObject({
      kind: 'NotFound',
      message: 'There is no folder "sub" for the script "sub/deep/a.cs".',
      hint: expect.stringContaining('"a.cs"'),
    });
    expect((await stage.fail('ReadConsoleScript', { path: 'sub/a.cs' })).kind).toBe('NotFound');
    expect((await stage.fail('DeleteConsoleScript', { path: 'sub/a.cs' })).kind).toBe('NotFound');
  });

  it('WriteConsoleScript and WriteStartupScript refuse more than 256 KB', async () => {
    const content = 'x'.repeat(256 * 1024 + 1);
    expect((await stage.fail('WriteConsoleScript', { path: 'a.cs', content })).kind).toBe('InvalidArgument');
    expect((await stage.fail('WriteStartupScript', { content })).kind).toBe('InvalidArgument');
    expect(await files()).toEqual([]);
  });

  it('RunConsoleScript runs no more than 256 KB', async () => {
    await writeFile(join(stage.folder, 'Scripts', 'large.cs'), `return 1;${' '.repeat(256 * 1024)}`);
    expect((await stage.fail('RunConsoleScript', { path: 'large.cs' })).kind).toBe('InvalidArgument');
  });

  it('GetStartupScript, SetStartupScriptEnabled and WriteStartupScript go between the two names', async () => {
    const path = join(stage.folder, 'Scripts', 'startup.cs');
    expect(await stage.call('GetStartupScript')).toEqual({ ok: true, enabled: false, path });
    expect((await stage.fail('SetStartupScriptEnabled', { enabled: true })).kind).toBe('NotFound');
    expect((await stage.fail('RunStartupScript')).kind).toBe('NotFound');

    await stage.call('WriteStartupScript', { content: 'return 7;' });
    expect(await stage.call('GetStartupScript')).toEqual({
      ok: true,
      enabled: true,
      path,
      content: 'return 7;',
    });
    expect(await stage.call('RunStartupScript')).toMatchObject({ ok: true, result: 7, path });

    const off = await stage.call('SetStartupScriptEnabled', { enabled: false });
    expect(off).toEqual({ ok: true, before: 'enabled', after: 'disabled' });
    expect(await files()).toEqual(['startup.disabled.cs']);
    const disabled = join(stage.folder, 'Scripts', 'startup.disabled.cs');
    expect(await stage.call('GetStartupScript')).toMatchObject({
      enabled: false,
      path: disabled,
      content: 'return 7;',
    });
    expect(await stage.call('RunStartupScript')).toMatchObject({ result: 7, path: disabled });
    await stage.call('SetStartupScriptEnabled', { enabled: true });
    expect(await files()).toEqual(['startup.cs']);

    await stage.call('SetStartupScriptEnabled', { enabled: false });
    await stage.call('WriteStartupScript', { content: 'return 8;' });
    expect(await files()).toEqual(['startup.cs']);
  });

  it('SetStartupScriptEnabled loses no script where both names are taken', async () => {
    for (const path of ['startup.cs', 'startup.disabled.cs']) {
      await stage.call('WriteConsoleScript', { path, content: path });
    }
    expect((await stage.fail('SetStartupScriptEnabled', { enabled: false })).kind).toBe('Conflict');
    expect(await files()).toHaveLength(2);
  });
});
