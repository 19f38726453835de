import { symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SearchKind } from '../../port/operations.js';
import { type OpenedProject, TempProject } from '../temp-project.test.js';

const MASK = '(masked: it looks like a credential)';

function harbour(): TempProject {
  const project = new TempProject();
  project.write('Source/Harbour/Harbour.Build.cs', '// Uses the TideTable of the port.\n');
  project.write(
    'Source/Harbour/Tide.h',
    '// TideTable: levels by hour\nstruct TideTable;\nUCLASS()\nclass ATide : public AActor\n{\n};\n',
  );
  for (const name of ['Pier', 'Quay', 'Dock'])
    project.write(`Source/Harbour/${name}.cpp`, '#include "Tide.h"\nvoid F() {\n\tTideTable::Load();\n}\n');
  project.write('Config/DefaultGame.ini', '[Tides]\nTideTable=Spring\n');
  project.write('Plugins/Sea/Sea.uplugin', '{"Description":"A TideTable"}');
  project.write('Plugins/Sea/Shaders/Sea.usf', 'float MyTideTableX;\r\n');
  return project;
}

async function search(opened: OpenedProject, query: string, kind: SearchKind = 'any', path?: string) {
  const params = { query, kind, offset: 0, limit: 50, ...(path && { path }) };
  const { items, ...rest } = await opened.call('asset.search', params);
  return { ...rest, hits: Object.fromEntries(items.map(({ path: at, where }) => [at, where])) };
}

describe('a search for a word in source files', () => {
  it('finds each line that has it, in code, settings, build rules and descriptors', async () => {
    const opened = await harbour().open();
    const used = ['line 3: TideTable::Load();'];
    expect((await search(opened, 'TideTable')).hits).toEqual({
      'Source/Harbour/Tide.h': ['line 1: // TideTable: levels by hour', 'line 2: struct TideTable;'],
      'Source/Harbour/Pier.cpp': used,
      'Source/Harbour/Quay.cpp': used,
      'Source/Harbour/Dock.cpp': used,
      'Source/Harbour/Harbour.Build.cs': ['line 1: // Uses the TideTable of the port.'],
      'Config/DefaultGame.ini': ['line 2: TideTable=Spring'],
      'Plugins/Sea/Sea.uplugin': ['line 1: {"Description":"A TideTable"}'],
    });
    expect((await search(opened, 'MyTideTable')).hits).toEqual({
      'Plugins/Sea/Shaders/Sea.usf': ['line 1: float MyTideTableX;'],
    });
  });

  it('finds parts of words too, where lines are asked for', async () => {
    const { hits } = await search(await harbour().open(), 'tidetable', 'source');
    expect(Object.keys(hits)).toContain('Plugins/Sea/Shaders/Sea.usf');
  });

  it('says how many lines it leaves out because the query is a part of a word there', async () => {
    const opened = await harbour().open();
    const left = '1 line with the query as a part of a word: kind "source" lists them';
    expect((await search(opened, 'TideTable')).notSearched).toContain(left);
    expect((await search(opened, 'MyTideTable')).notSearched?.join()).not.toContain('a part of a word');
    expect((await search(opened, 'TideTable', 'source')).notSearched?.join()).not.toContain(
      'a part of a word',
    );
  });

  it('names a line once that is a declaration, too', async () => {
    const { hits } = await search(await harbour().open(), 'ATide');
    expect(hits).toEqual({ '/Script/Harbour.Tide': ['Source/Harbour/Tide.h:4: class ATide : AActor'] });
  });

  it('reads a changed file again', async () => {
    const project = harbour();
    const opened = await project.open();
    expect((await search(opened, 'NeapTide')).total).toBe(0);
    project.write('Source/Harbour/Dock.cpp', '// NeapTide and more\n');
    expect((await search(opened, 'NeapTide')).hits).toEqual({
      'Source/Harbour/Dock.cpp': ['line 1: // NeapTide and more'],
    });
  });

  it('shows a part of a long line, and not the rest of a file with many lines', async () => {
    const project = new TempProject();
    project.write('Source/A/Long.cpp', `int A = ${'1+'.repeat(300)}Tide+${'1+'.repeat(300)}0;\n`);
    project.write('Source/A/Many.cpp', Array.from({ length: 70 }, (_, at) => `Tide(${at});`).join('\n'));
    const opened = await project.open();
    const { hits } = await search(opened, 'Tide', 'source');
    expect(hits['Source/A/Long.cpp']?.[0]).toMatch(/^line 1: ….{160}…$/);
    const { items } = await opened.call('asset.search', {
      query: 'Tide',
      kind: 'source',
      offset: 1,
      limit: 1,
    });
    expect(items).toMatchObject([{ path: 'Source/A/Many.cpp', more: 20 }]);
    expect(items[0]?.where).toHaveLength(50);
  });

  it('masks credentials, and does not find them', async () => {
    const project = new TempProject();
    const key = `-----BEGIN ${'PRIVATE'} KEY-----\nhunter2base64\n-----END ${'PRIVATE'} KEY-----`;
    project.write(
      'Source/A/Login.cpp',
      [
        'FString ApiKey = TEXT("hunter2-in-code"); // Login',
        'FString Password =',
        '\tTEXT("hunter2-below"); // Login',
        `const char* Pem = R"(${key})";`,
        'FString Title = TEXT("hunter2-title"); // Login',
        '// the Login has the password: hunter2-comment',
        'Open("Login=ann;Password=hunter2-connection;");',
        '/*',
        '  Login token: hunter2-block */',
      ].join('\n'),
    );
    project.write('Source/A/Login.json', '{"password": "hunter2-json", "user": "Login"}');
    project.write(
      'Config/DefaultLogin.ini',
      '[Login]\nClientSecret=hunter2-ini ; Login\n;OldPassword=hunter2-old Login\n[Secrets]\nLogin=hunter2-section\n',
    );
    const opened = await project.open();
    const shown = JSON.stringify(await search(opened, 'Login', 'source'));
    expect(shown.match(/hunter2-\w+/g)).toEqual(['hunter2-title']);
    expect(shown).toContain(MASK);
    expect((await search(opened, 'hunter2', 'source')).hits).toEqual({
      'Source/A/Login.cpp': ['line 7: FString Title = TEXT("hunter2-title"); // Login'],
    });
  });
});

describe('a class of C++', () => {
  it('shows no secrets in its specifiers and default values', async () => {
    const project = new TempProject();
    project.write(
      'Source/A/Login.h',
      [
        'UCLASS(meta=(ToolTip="password=hunter2-class"))',
        'class ALogin : public AActor {',
        'UPROPERTY(meta=(ToolTip="token: hunter2-tip"))',
        'FString Name;',
        'UFUNCTION()',
        'void Enter(FString Password = TEXT("hunter2-default"));',
        '};',
        'UE_DEFINE_GAMEPLAY_TAG_COMMENT(T, "Login.A", "password: hunter2-tag");',
      ].join('\n'),
    );
    const opened = await project.open();
    const answers = [
      await opened.call('class.describe', { path: '/Script/A.Login' }),
      await search(opened, 'Name', 'variable'),
      await opened.call('project.describe', {}),
    ];
    expect(answers.map(answer => JSON.stringify(answer).includes(MASK))).toEqual([true, true, true]);
    expect(JSON.stringify(answers)).not.toContain('hunter2');
  });
});

describe('the answer of a search', () => {
  it('names what was searched', async () => {
    const opened = await harbour().open();
    const { searched, notSearched } = await search(opened, 'Nowhere');
    expect(searched).toEqual([
      '0 packages',
      '4 C++ files',
      '1 ini files',
      'each line of 9 files in Source, Config, Shaders, Content/Python of project and plugins',
    ]);
    expect(notSearched).toEqual(['other folders of the project, the engine and its plugins']);
  });

  it('names files, folders and packages that were not searched, with the reason', async () => {
    const project = harbour();
    project.write('Source/Harbour/Big.cpp', `// Nowhere\n${' '.repeat(1024 * 1024)}`);
    project.write('Source/Harbour/Data.h', 'Nowhere\0\0');
    project.write('Source/ThirdParty/Lib.h', 'Nowhere');
    project.write('Source/Harbour/Icon.png', 'Nowhere');
    symlinkSync(project.at('Config'), project.at('Source', 'Linked'));
    writeFileSync(project.at('Content', 'Broken.uasset'), 'Nowhere');
    project.write('Source/Harbour/Long.cpp', `${' '.repeat(5_000)}Nowhere\nint Nowhere2;`);
    const { hits, notSearched } = await search(await project.open(), 'Nowhere');
    expect(Object.keys(hits)).toEqual(['Source/Harbour/Long.cpp']);
    expect(notSearched).toEqual([
      '1 packages that cannot be read: /Game/Broken',
      '1 source files that are too large: Source/Harbour/Big.cpp',
      '1 source files with binary data: Source/Harbour/Data.h',
      '2 folders and links beside the source: Source/Linked, Source/ThirdParty',
      '1 kinds of other files beside the source: 1 .png',
      'the ends of 1 very long lines',
      'other folders of the project, the engine and its plugins',
    ]);
  });

  it('names what a kind or a folder leaves out', async () => {
    const project = harbour();
    project.write('Content/Doors/Note.txt', '');
    await project.fixture('uasset-rs/UE54/SimpleRefs/SimpleRefsRoot.uasset', 'Content/Doors/Root.uasset');
    const opened = await project.open();
    expect((await search(opened, 'TideTable', 'calls')).notSearched[0]).toBe(
      'anything but calls, events and functions of graphs and headers: kind "any" searches all',
    );
    expect(await search(opened, 'TideTable', 'any', '/Game/Doors')).toMatchObject({
      total: 0,
      searched: ['1 packages below /Game/Doors'],
      notSearched: expect.arrayContaining([
        'C++, ini and other source files: they are not below /Game/Doors',
      ]),
    });
    expect((await search(opened, 'ATide')).notSearched[0]).toBe(
      'names and words that only contain the query: some are equal to it',
    );
  });
});
