import { describe, expect, it } from 'vitest';
import { UnrealError } from '../../port/unreal-error.js';
import { DOOR, disk, FakeSource, hall, SINCE, Stage } from '../stage.test.js';
import { Sources } from './sources.js';

describe('several sources', () => {
  it('are called in order, and the first that supports the operation answers', async () => {
    const [editor, project] = [hall(), disk()];
    const stage = await Stage.open({ sources: [editor, project] });
    expect(await stage.call('describe_asset', { path: '/Game/Doors/BP_Door' })).toMatchObject({
      provenance: 'live',
    });
    expect(project.calls).toEqual([]);
  });

  it('fall back to the files when the editor is gone, with a note', async () => {
    const stage = await Stage.open({ sources: [hall().gone(), disk()] });
    expect(await stage.call('list_assets', { limit: 1 })).toMatchObject({
      provenance: 'disk',
      note: `The editor is gone since ${SINCE}. This answer is from the files on disk.`,
      nextCursor: 'disk:1',
    });
    expect(await stage.json('unreal://project')).toMatchObject({
      provenance: 'disk',
      note: expect.any(String),
    });
    expect(await stage.call('get_editor_state')).toMatchObject({
      provenance: 'disk',
      sources: [
        { provenance: 'live', status: 'gone' },
        { provenance: 'disk', status: 'ready' },
      ],
    });
  });

  it.each([
    ['closed', /^The editor does not allow this\. This answer is from the files on disk\. Open it so\.$/],
    ['unsupported', /^The editor does not support this\. This answer is from the files on disk\.$/],
    ['gone', /^The editor does not answer\. This answer is from the files on disk\.$/],
    ['timeout', /^The editor does not answer\. This answer is from the files on disk\.$/],
  ] as const)('fall back when the first one is %s', async (kind, note) => {
    const stage = await Stage.open({ sources: [hall().fails(kind, 'No.', 'Open it so.'), disk()] });
    const answer = await stage.call('get_references', { path: '/Game/Doors/BP_Door' });
    expect(answer.provenance).toBe('disk');
    expect(answer.note).toMatch(note);
  });

  it.each(['not-found', 'invalid', 'failed'] as const)('do not fall back when it is %s', async kind => {
    const stage = await Stage.open({ sources: [hall().fails(kind, 'So it is.'), disk()] });
    expect(await stage.fail('describe_asset', { path: '/Game/Doors/BP_Door' })).toContain('So it is.');
  });

  it('add to the error of the second source that the first is gone', async () => {
    const stage = await Stage.open({ sources: [hall().gone(), disk()] });
    const text = await stage.fail('describe_asset', { path: '/Game/None' });
    expect(text).toMatch(/^NotFound: There is no \/Game\/None\./);
    expect(text).toContain(`The editor is gone since ${SINCE}.`);
  });

  it('fail with the error of the first when none can answer', async () => {
    const editor = hall().fails('closed', 'Python is off.', 'Put bEnableRemotePythonExecution=True there.');
    const stage = await Stage.open({ sources: [editor, disk()] });
    expect(await stage.fail('take_screenshot')).toBe(
      'Unsupported: Python is off.\nHint: Put bEnableRemotePythonExecution=True there.',
    );
  });

  it('combine the states of the sources, and report only an open level', async () => {
    const levels = () => [{ path: '/Game/Maps/Start', name: 'Start', open: true }];
    const [editor, project] = [hall(), disk().on('level.list', levels)];
    const stage = await Stage.open({ sources: [editor, project] });
    const whole = await stage.call('get_editor_state');
    expect(whole).toMatchObject({ provenance: 'live', level: '/Game/Maps/Hall' });
    expect(whole).not.toHaveProperty('notes');
    editor.on('level.list', () => {
      throw new UnrealError('closed', 'Off.', 'Open it so.');
    });
    const partly = await stage.call('get_editor_state');
    expect(partly).toMatchObject({
      provenance: 'live',
      project: { name: 'Doors' },
      notes: ['The editor does not allow this. This answer is from the files on disk. Open it so.'],
    });
    expect(partly).not.toHaveProperty('level');
    editor.gone();
    const away = await stage.call('get_editor_state');
    expect(away).not.toHaveProperty('level');
    expect(away).toMatchObject({
      provenance: 'disk',
      notes: [`The editor is gone since ${SINCE}. This answer is from the files on disk.`],
    });
  });

  it('continue a list only at the source where it started', async () => {
    const [editor, project] = [hall(), disk()];
    const stage = await Stage.open({ sources: [editor, project] });
    const { nextCursor: cursor } = await stage.call('list_assets', { limit: 1 });
    editor.gone();
    expect(await stage.fail('list_assets', { limit: 1, cursor })).toMatch(/^NotReady: .*without a cursor/s);
    expect(project.calls).toEqual([]);
    const { nextCursor } = await stage.call('list_assets', { limit: 1 });
    expect(await stage.call('list_assets', { limit: 1, cursor: nextCursor })).toMatchObject({
      provenance: 'disk',
      items: [{ name: 'T_Wood' }],
    });
  });

  it('never change the files', async () => {
    const [editor, project] = [hall().gone(), disk()];
    project.on('property.write', () => ({ before: null, after: true }));
    const stage = await Stage.open({ sources: [editor, project] });
    const args = { object: DOOR, property: 'bOpen', value: true };
    expect(await stage.fail('set_property', args)).toMatch(/^NotReady/);
    const alone = await Stage.open({ sources: [project] });
    expect(await alone.fail('set_property', args)).toMatch(/^Unsupported: Only the files/);
    expect(project.called('property.write')).toEqual([]);
  });

  it('answer from the sample, which is writable', async () => {
    const stage = await Stage.open({ sources: [hall('sample')] });
    expect(await stage.call('list_actors')).toMatchObject({ provenance: 'sample' });
    expect(await stage.call('set_property', { object: DOOR, property: 'bOpen', value: true })).toMatchObject({
      provenance: 'sample',
      before: false,
      after: true,
    });
  });

  it('read for one principal half of what they read at once, and for another one the rest', async () => {
    let end = () => {};
    const held = new Promise<void>(resolve => {
      end = resolve;
    });
    const editor = hall().on('level.list', () => held.then(() => []));
    const sources = new Sources([editor], 50);
    const { signal } = new AbortController();
    const read = (principal?: string) =>
      sources.read('level.list', {}, { signal, ...(principal !== undefined && { principal }) });
    const all = Array.from({ length: 128 }, () => read('ada'));
    expect(() => read('ada')).toThrow(
      '128 reads of yours are in progress, which is your share: this world has 256 (unrealReads)',
    );
    for (let count = 0; count < 128; count++) all.push(read('bob'));
    expect(() => read('eve')).toThrow('256 reads are in progress');
    // The world itself, such as its check of a watched resource, has no share.
    all.push(read());
    end();
    await Promise.all(all);
    await read('ada');
  });

  it('are not called after the caller has left', async () => {
    const leaving = new AbortController();
    const editor = new FakeSource('live').on('project.describe', () => {
      leaving.abort(new Error('left'));
      throw new UnrealError('gone', 'Away.');
    });
    const project = disk();
    const sources = new Sources([editor, project]);
    await expect(sources.read('project.describe', {}, { signal: leaving.signal })).rejects.toThrow('left');
    expect(project.calls).toEqual([]);
  });

  it('are at least one, and at most one of each kind', () => {
    expect(() => new Sources([])).toThrow('at least one');
    expect(() => new Sources([hall(), hall()])).toThrow('one source of each');
  });

  it('are closed with the world, and the journal behind them', async () => {
    const [editor, project] = [hall(), disk()];
    const stage = await Stage.open({ sources: [editor, project] });
    await stage.kernel.close();
    await stage.unreal.close();
    expect([editor.closed, project.closed]).toEqual([true, true]);
    await expect(stage.journal.find('unreal')).rejects.toThrow('closed');
  });
});
