import { mkdirSync, symlinkSync } from 'node:fs';
import type * as Files from 'node:fs/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TempProject } from '../temp-project.test.js';

/** Paths that are made unreadable: the user of the tests may be able to read everything. */
const refused = vi.hoisted(() => new Map<string, string>());
vi.mock('node:fs/promises', async original => {
  const files = await original<typeof Files>();
  const guarded = (call: (path: string) => Promise<unknown>) => async (path: string) => {
    const code = refused.get(path);
    if (code !== undefined) throw Object.assign(new Error(code), { code, syscall: 'stat' });
    return call(path);
  };
  return { ...files, stat: guarded(files.stat), lstat: guarded(files.lstat) };
});
beforeEach(() => refused.clear());

const note = (name: string) => `${name} is a link, which is not followed: its content is not shown.`;

describe('a link among the plugins', () => {
  it.each(['EACCES', 'EPERM'])('that is unreadable (%s) is reported, and breaks nothing', async code => {
    const [project, other] = [new TempProject(), new TempProject()];
    await project.simpleRefs('UE54');
    mkdirSync(project.at('Plugins'));
    symlinkSync(other.root, project.at('Plugins/Private'));
    refused.set(project.at('Plugins/Private'), code);
    const opened = await project.open();
    expect(await opened.call('asset.list', {})).toMatchObject({
      total: 4,
      notes: [note('Plugins/Private')],
    });
    expect(await opened.call('project.describe', {})).toMatchObject({ hidden: [note('Plugins/Private')] });
  });

  it('that is dangling, circular or too long is ignored', async () => {
    const project = new TempProject();
    mkdirSync(project.at('Plugins'));
    symlinkSync(project.at('Nowhere'), project.at('Plugins/Nowhere'));
    symlinkSync(project.at('Plugins/Circle'), project.at('Plugins/Circle'));
    symlinkSync(project.at('x'.repeat(300)), project.at('Plugins/Long'));
    expect(await (await project.open()).call('asset.list', {})).toEqual({ items: [], total: 0 });
  });

  it('is reported at any depth where plugins are searched', async () => {
    const [project, other] = [new TempProject(), new TempProject()];
    mkdirSync(project.at('Plugins/Group/Inner'), { recursive: true });
    symlinkSync(other.root, project.at('Plugins/Group/Nested'));
    symlinkSync(other.root, project.at('Plugins/Group/Inner/Deep'));
    const notes = [note('Plugins/Group/Nested'), note('Plugins/Group/Inner/Deep')];
    const opened = await project.open();
    expect((await opened.call('asset.list', {})).notes).toEqual(notes);
    expect((await opened.call('project.describe', {})).hidden).toEqual(notes);
  });
});

describe('unreadable content', () => {
  it('does not hide other content', async () => {
    const project = new TempProject();
    await project.simpleRefs('UE54');
    project.write('Plugins/Shut/Shut.uplugin', '{}');
    refused.set(project.at('Plugins/Shut/Content'), 'EACCES');
    expect(await (await project.open()).call('asset.list', { path: '/Game' })).toMatchObject({ total: 4 });
  });
});

describe('a path over a link', () => {
  it.each([
    ['/Game/Shared', 'Content/Shared'],
    ['/Game/Shared/Rocks/Stone', 'Content/Shared'],
    ['/game/SHARED', 'Content/Shared'],
    ['/Game/Near/Far/Stone', 'Content/Near/Far'],
    ['/Game/One', 'Content/One.uasset'],
    ['/Own/Shared', 'Plugins/Own/Content/Shared'],
  ])('is told so: %s', async (path, link) => {
    const [project, other] = [new TempProject(), new TempProject()];
    await project.simpleRefs('UE54');
    other.write('Content/One.uasset', '');
    mkdirSync(project.at('Content/Near'));
    project.write('Plugins/Own/Own.uplugin', '{}');
    mkdirSync(project.at('Plugins/Own/Content'));
    for (const name of ['Content/Shared', 'Content/Near/Far', 'Plugins/Own/Content/Shared'])
      symlinkSync(other.at('Content'), project.at(name));
    symlinkSync(other.at('Content/One.uasset'), project.at('Content/One.uasset'));
    const opened = await project.open();
    const told = { kind: 'not-found', enable: expect.stringContaining(note(link)) };
    await expect(opened.call('asset.list', { path })).rejects.toMatchObject(told);
    await expect(opened.call('asset.describe', { path })).rejects.toMatchObject(told);
  });
});
