import { mkdirSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MASK } from '../port/credentials.js';
import { findProject } from './project-folder.js';
import { TempProject } from './temp-project.test.js';

const describeIt = async (project: TempProject) => (await project.open()).call('project.describe', {});

describe('a project', () => {
  it('is found by its folder or its file', async () => {
    const project = new TempProject();
    const found = { root: project.root, file: 'Demo.uproject', name: 'Demo' };
    expect(await findProject(project.root)).toEqual(found);
    expect(await findProject(`${project.root}/`)).toEqual(found);
    expect(await findProject(project.at('Demo.uproject'))).toEqual(found);
  });

  it('can be behind a link', async () => {
    const [project, other] = [new TempProject(), new TempProject()];
    symlinkSync(project.root, other.at('link'));
    expect(await findProject(other.at('link'))).toMatchObject({ root: project.root });
  });

  it('is not found elsewhere, with a hint', async () => {
    const project = new TempProject();
    mkdirSync(project.at('Empty.uproject'));
    for (const folder of [
      project.at('Content'),
      project.at('nowhere'),
      project.write('a.txt', ''),
      project.at('Empty.uproject'),
    ]) {
      await expect(findProject(folder), folder).rejects.toMatchObject({
        kind: 'invalid',
        message: expect.stringContaining(folder),
        enable: expect.stringContaining('.uproject'),
      });
    }
  });

  it('has its parts', async () => {
    const project = new TempProject();
    project.write(
      'Demo.uproject',
      JSON.stringify({
        EngineAssociation: '5.4',
        Description: 'A hall with doors.',
        Modules: [{ Name: 'Demo', Type: 'Runtime' }, { Name: 'Gone', Type: 'Editor' }, 7],
        Plugins: [
          { Name: 'Water', Enabled: true },
          { Name: 'Doors', Enabled: false },
          { Name: 'Paper2D', Enabled: false },
        ],
      }),
    );
    project.write('Source/Demo/Demo.Build.cs', '');
    project.write('Source/Demo/Private/Door.cpp', '');
    project.write('Source/DemoEditor/DemoEditor.Build.cs', '');
    project.write('Source/Demo.Target.cs', '');
    project.write('Plugins/Doors/Doors.uplugin', '{"VersionName":"1.2"}');
    project.write('Plugins/Doors/Nested/Nested.uplugin', '{}');
    project.write('Plugins/Group/Keys/Keys.uplugin', '{"EnabledByDefault":false}');
    project.write('Plugins/Broken/Broken.uplugin', '{');
    expect(await describeIt(project)).toEqual({
      name: 'Demo',
      engineVersion: '5.4',
      folder: project.root,
      description: 'A hall with doors.',
      modules: [
        { name: 'Demo', type: 'Runtime', files: 2 },
        { name: 'Gone', type: 'Editor' },
        { name: 'DemoEditor', files: 1 },
      ],
      plugins: [
        { name: 'Broken', enabled: true, where: 'project' },
        { name: 'Doors', enabled: false, where: 'project', version: '1.2' },
        { name: 'Keys', enabled: false, where: 'project' },
        { name: 'Water', enabled: true, where: 'engine' },
        { name: 'Paper2D', enabled: false, where: 'engine' },
      ],
      settings: {},
    });
    expect(project.warnings).toMatchObject([{ fields: { plugin: 'Broken' } }]);
  });

  it.each([
    ['with a mark', (text: string) => Buffer.from(`\ufeff${text}`, 'utf8')],
    ['in UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['in UTF-16, big end first', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('may have its file %s', async (_how, encode) => {
    const project = new TempProject();
    project.write('Demo.uproject', encode('{"EngineAssociation":"4.27","Description":"Tür"}'));
    project.write('Config/DefaultGame.ini', encode('[S]\nName=Tür\n'));
    expect(await describeIt(project)).toMatchObject({
      engineVersion: '4.27',
      description: 'Tür',
      settings: { S: { Name: 'Tür' } },
    });
  });

  it.each(['{', '[]', 'null', '{"a":1,}', ''])('with a broken file names it: %j', async text => {
    const project = new TempProject();
    project.write('Demo.uproject', text);
    await expect(describeIt(project)).rejects.toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('Demo.uproject'),
    });
  });

  it('shows its settings, arrays as lines, and masks its credentials', async () => {
    const project = new TempProject();
    project.write(
      'Config/DefaultEngine.ini',
      `[A]\n+List=1\n+List=2\nKeyStorePassword=hunter2\n+Servers=(Name="a",ServerKey="hunter2")\n+Servers=(Name="b",ServerKey="hunter2")\nLong=${'x'.repeat(9_000)}`,
    );
    project.write('Config/DefaultGame.ini', '[A]\nOther=3\n[Secrets]\nProd=hunter2\n[__proto__]\nx=1');
    project.write('Config/Unrelated.ini', '[A]\nNot=1');
    project.write('Config/DefaultGame.ini.bak', '[A]\nNot=1');
    const { settings, notes } = await describeIt(project);
    expect(settings?.A).toMatchObject({
      List: '1\n2',
      KeyStorePassword: MASK,
      Servers: `(Name="a",ServerKey="${MASK}")\n(Name="b",ServerKey="${MASK}")`,
      Other: '3',
    });
    expect(notes).toEqual(['3 settings are masked because they look like credentials.']);
    expect(settings?.A).not.toHaveProperty('Not');
    expect(settings?.A?.Long?.length).toBeLessThan(3_000);
    expect(JSON.stringify(settings)).not.toContain('hunter2');
  });

  it('has a note if not all settings are shown', async () => {
    const project = new TempProject();
    const lines = Array.from({ length: 2_005 }, (_, number) => `Key${number}=1`);
    project.write('Config/DefaultGame.ini', `[A]\n${lines.join('\n')}`);
    const { settings, notes } = await describeIt(project);
    expect(Object.keys(settings?.A ?? {})).toHaveLength(2_000);
    expect(notes).toEqual(['There are 2005 settings; 2000 are shown.']);
  });

  it('does not follow links', async () => {
    const [project, other] = [new TempProject(), new TempProject()];
    other.write('Config/DefaultGame.ini', '[S]\nSecret=1');
    other.write('Plugins/P/P.uplugin', '{}');
    other.write('Source/M/M.Build.cs', '');
    for (const name of ['Config', 'Plugins', 'Source']) symlinkSync(other.at(name), project.at(name));
    const { modules, plugins, settings } = await describeIt(project);
    expect({ modules, plugins, settings }).toEqual({ modules: [], plugins: [], settings: {} });
  });

  it('reads no settings from a link, and those of the other files', async () => {
    const [project, other] = [new TempProject(), new TempProject()];
    other.write('DefaultGame.ini', '[S]\nSecret=1');
    project.write('Config/DefaultEngine.ini', '[S]\nOwn=1');
    symlinkSync(other.at('DefaultGame.ini'), project.at('Config/DefaultGame.ini'));
    expect((await describeIt(project)).settings).toEqual({ S: { Own: '1' } });
  });
});
