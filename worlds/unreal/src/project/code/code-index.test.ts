import { rmSync, utimesSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TimeSlice } from '../../work/time-slice.js';
import { TempProject } from '../temp-project.test.js';
import { CodeIndex } from './code-index.js';
import { NativeClasses, placeOf } from './native-classes.js';
import { SourceTexts } from './source-texts.js';

const { signal } = new AbortController();
const classesOf = async (project: TempProject) =>
  NativeClasses.of(await new CodeIndex(new SourceTexts(project.root)).read(signal), new TimeSlice(signal));
const DOOR = `UCLASS()\nclass ADoor : public AActor\n{\n\tUFUNCTION()\n\tvoid Open();\n};\n`;

describe('the code of a project', () => {
  it('has the types of all modules of the project and its plugins', async () => {
    const project = new TempProject();
    project.write('Source/Game/Harbour.Build.cs', '');
    project.write('Source/Game/Public/Doors/Door.h', DOOR);
    project.write('Source/NoRules/Public/Gate.h', 'USTRUCT()\nstruct FGate\n{\n};\n');
    project.write('Source/Game/ThirdParty/Other.h', 'UCLASS() class UOther {};');
    project.write('Plugins/Sea/Sea.uplugin', '{}');
    project.write('Plugins/Sea/Source/Sea/Sea.Build.cs', '');
    project.write('Plugins/Sea/Source/Sea/Ship.h', 'UCLASS()\nclass UShip : public UObject {};\n');
    const classes = await classesOf(project);
    expect(classes.all.map(type => [type.path, placeOf(type)])).toEqual([
      ['/Script/Harbour.Door', 'Source/Game/Public/Doors/Door.h:2'],
      ['/Script/NoRules.Gate', 'Source/NoRules/Public/Gate.h:2'],
      ['/Script/Sea.Ship', 'Plugins/Sea/Source/Sea/Ship.h:2'],
    ]);
    expect(classes.find('adoor')).toBe(classes.find('/script/harbour.DOOR'));
    expect(classes.find('Door')?.members.map(({ declaration: { name } }) => name)).toEqual(['Open']);
  });

  it('gives a type the members of its own module', async () => {
    const project = new TempProject();
    const thing = (member: string) => `UCLASS() class UThing { UPROPERTY() int ${member}; };`;
    project.write('Source/One/Thing.h', thing('Width'));
    project.write('Source/Two/Thing.h', thing('Height'));
    const { all } = await classesOf(project);
    expect(all.map(({ path, members }) => [path, members.map(({ declaration: { name } }) => name)])).toEqual([
      ['/Script/One.Thing', ['Width']],
      ['/Script/Two.Thing', ['Height']],
    ]);
  });

  it('has its types made once until it changes', async () => {
    const project = new TempProject();
    const file = project.write('Source/Game/Door.h', DOOR);
    const index = new CodeIndex(new SourceTexts(project.root));
    const classes = async () => NativeClasses.of(await index.read(signal), new TimeSlice(signal));
    const first = await classes();
    expect(await classes()).toBe(first);
    utimesSync(file, 1, 1);
    expect(await classes()).not.toBe(first);
    rmSync(file);
    expect((await classes()).all).toEqual([]);
  });

  it('is read again where a file changed, and only there', async () => {
    const project = new TempProject();
    const file = project.write('Source/Game/Door.h', DOOR);
    project.write('Source/Game/Gate.h', DOOR.replaceAll('Door', 'Gate'));
    const index = new CodeIndex(new SourceTexts(project.root));
    const first = await index.read(signal);
    project.write('Source/Game/Door.h', DOOR.replaceAll('Open', 'Shut'));
    utimesSync(file, 1, 1);
    const second = await index.read(signal);
    const ofFile = (code: typeof first, name: string) => code.files.find(each => each.file.endsWith(name));
    expect(ofFile(second, 'Door.h')?.declarations.at(-1)?.name).toBe('Shut');
    expect(ofFile(second, 'Gate.h')).toBe(ofFile(first, 'Gate.h'));
  });

  it('has the texts of code, without those of specifiers', async () => {
    const project = new TempProject();
    const code =
      'UPROPERTY(meta = (A = "no)"))\nFString Name = "Harbour";\nUFUNCTION(B = "no")\nvoid F();\nLoad("/Game/A");';
    project.write('Source/Game/Door.h', code);
    const { files } = await new CodeIndex(new SourceTexts(project.root)).read(signal);
    expect(files[0]?.texts).toEqual([
      { line: 2, text: 'Harbour' },
      { line: 5, text: '/Game/A' },
    ]);
  });

  it('says that a file is too large', async () => {
    const project = new TempProject();
    project.write('Source/Game/Large.h', ' '.repeat(1024 * 1024 + 1));
    expect(await new CodeIndex(new SourceTexts(project.root)).read(signal)).toEqual({
      files: [],
      notes: [expect.stringContaining('1 C++ files')],
    });
  });
});
