import { writePackage } from '@worldwire/uasset/testing';
import { describe, expect, it } from 'vitest';
import type { SearchKind } from '../../port/operations.js';
import { type OpenedProject, TempProject } from '../temp-project.test.js';

const CLASSES = [
  'Blueprint',
  'BlueprintGeneratedClass',
  'EdGraph',
  'K2Node_CallFunction',
  'K2Node_VariableSet',
];
const class_ = (name: string) => -2 - CLASSES.indexOf(name);
const name = (key: string, value: string) => ({ name: key, type: 'NameProperty', value });
const reference = (key: string, member: string) => ({
  name: key,
  type: 'StructProperty(MemberReference)',
  value: [name('MemberName', member)],
});

/** A Blueprint that calls Fire, sets Ammo, and has a default value, a tag and a text. */
function blueprint(
  own: string,
  parent: { readonly package: string; readonly class: string },
  more: readonly { readonly name: string; readonly type: string; readonly value: string }[] = [],
) {
  return writePackage({
    names: ['GameplayTag'],
    imports: [
      { name: '/Script/Engine', className: 'Package', classPackage: '/Script/CoreUObject' },
      ...CLASSES.map(each => ({
        name: each,
        className: 'Class',
        classPackage: '/Script/CoreUObject',
        outer: -1,
      })),
      { name: parent.package, className: 'Package', classPackage: '/Script/CoreUObject' },
      { name: parent.class, className: 'Class', classPackage: '/Script/CoreUObject', outer: -7 },
      { name: 'Loud', className: 'Class', classPackage: '/Script/CoreUObject', outer: -7 },
    ],
    exports: [
      {
        name: own,
        classIndex: class_('Blueprint'),
        isAsset: true,
        properties: [
          { name: 'ParentClass', type: 'ObjectProperty', value: -8 },
          {
            name: 'ImplementedInterfaces',
            type: 'ArrayProperty(StructProperty(BPInterfaceDescription))',
            value: [[{ name: 'Interface', type: 'ObjectProperty', value: -9 }]],
          },
        ],
      },
      { name: `${own}_C`, classIndex: class_('BlueprintGeneratedClass'), superIndex: -8 },
      {
        name: `Default__${own}_C`,
        classIndex: 2,
        properties: [
          { name: 'Range', type: 'IntProperty', value: 3 },
          { name: 'Title', type: 'StrProperty', value: 'The old cannon' },
          ...more,
          { name: 'Mark', type: 'StructProperty(GameplayTag)', value: [name('TagName', 'Weapon.Heavy')] },
        ],
      },
      { name: 'EventGraph', classIndex: class_('EdGraph'), outer: 1 },
      {
        name: 'Call',
        classIndex: class_('K2Node_CallFunction'),
        outer: 4,
        properties: [reference('FunctionReference', 'Fire')],
      },
      {
        name: 'Set',
        classIndex: class_('K2Node_VariableSet'),
        outer: 4,
        properties: [reference('VariableReference', 'Ammo')],
      },
    ],
  });
}

const WEAPON = `UCLASS(Blueprintable)
class AWeapon : public AActor
{
	UPROPERTY(EditAnywhere) int32 Ammo = 3;
	UFUNCTION(BlueprintCallable)
	void Fire();
};
UCLASS()
class ALauncher : public AWeapon { UFUNCTION() void FireTwice(); };
UINTERFACE() class ULoud : public UInterface {};
UCLASS()
class AHorn : public AActor, public ILoud {};
`;

async function armoury(): Promise<OpenedProject> {
  const project = new TempProject();
  project.write('Source/Harbour/Harbour.Build.cs', '');
  project.write('Source/Harbour/Weapon.h', WEAPON);
  project.write(
    'Source/Harbour/Weapon.cpp',
    'auto A = TEXT("/Game/BP_Cannon.BP_Cannon_C");\nauto B = "Weapon.Heavy";',
  );
  project.write('Config/Tags/Weapons.ini', '[Tags]\nGameplayTagList=(Tag="Weapon.Heavy",DevComment="")\n');
  const weapon = { package: '/Script/Harbour', class: 'Launcher' };
  project.write('Content/BP_Cannon.uasset', blueprint('BP_Cannon', weapon));
  const cannon = { package: '/Game/BP_Cannon', class: 'BP_Cannon_C' };
  project.write('Content/Old/BP_Mortar.uasset', blueprint('BP_Mortar', cannon));
  return project.open();
}

async function search(opened: OpenedProject, query: string, kind: SearchKind = 'any', path?: string) {
  const params = { query, kind, offset: 0, limit: 50, ...(path && { path }) };
  const { items, ...rest } = await opened.call('asset.search', params);
  return { ...rest, hits: Object.fromEntries(items.map(({ path: at, where }) => [at, where])) };
}

describe('a search in a project', () => {
  it('finds the declaration and the calls of a function, equal names only', async () => {
    const opened = await armoury();
    expect(await search(opened, 'fire', 'calls')).toMatchObject({
      hits: {
        '/Script/Harbour.Weapon': ['Source/Harbour/Weapon.h:6: UFUNCTION(BlueprintCallable) void Fire()'],
        '/Game/BP_Cannon': ['EventGraph: calls Fire'],
        '/Game/Old/BP_Mortar': ['EventGraph: calls Fire'],
      },
      total: 3,
    });
    expect((await search(opened, 'FireTw', 'calls')).hits).toEqual({
      '/Script/Harbour.Launcher': ['Source/Harbour/Weapon.h:9: UFUNCTION() void FireTwice()'],
    });
  });

  it('finds where a variable is declared, set, and changed in class defaults', async () => {
    const opened = await armoury();
    expect((await search(opened, 'Ammo', 'variable', '/Game/Old')).hits).toEqual({
      '/Game/Old/BP_Mortar': ['EventGraph: sets Ammo'],
    });
    expect((await search(opened, 'Range', 'variable')).hits['/Game/BP_Cannon']).toEqual([
      'class default of Range',
    ]);
    expect((await search(opened, 'Fire', 'variable')).total).toBe(0);
  });

  it('finds a tag and its children in packages, code and settings, with the property', async () => {
    const opened = await armoury();
    expect((await search(opened, 'weapon', 'tag')).hits).toEqual({
      'Config/Tags/Weapons.ini': ['line 2: "Weapon.Heavy"'],
      'Source/Harbour/Weapon.cpp': ['line 2: "Weapon.Heavy"'],
      '/Game/BP_Cannon': ['Default__BP_Cannon_C.Mark.TagName = "Weapon.Heavy"'],
      '/Game/Old/BP_Mortar': ['Default__BP_Mortar_C.Mark.TagName = "Weapon.Heavy"'],
    });
  });

  it('finds a part of a text with its property', async () => {
    expect((await search(await armoury(), 'OLD can', 'text')).hits).toMatchObject({
      '/Game/BP_Cannon': ['Default__BP_Cannon_C.Title = "The old cannon"'],
    });
  });

  it('finds an asset by name or path in references and in code', async () => {
    const opened = await armoury();
    const users = {
      '/Game/Old/BP_Mortar': ['refers to /Game/BP_Cannon'],
      'Source/Harbour/Weapon.cpp': ['line 1: "/Game/BP_Cannon.BP_Cannon_C"'],
    };
    expect((await search(opened, 'bp_cannon', 'asset')).hits).toEqual({
      '/Game/BP_Cannon': ['is this asset'],
      ...users,
    });
    expect((await search(opened, '/Game/BP_Cannon', 'asset')).hits).toMatchObject(users);
  });

  it.each(['AWeapon', 'weapon', '/Script/Harbour.Weapon'])(
    'finds the children of %s over C++ and Blueprints',
    async query => {
      expect((await search(await armoury(), query, 'children')).hits).toEqual({
        '/Script/Harbour.Launcher': ['Source/Harbour/Weapon.h:9: class ALauncher : AWeapon'],
        '/Game/BP_Cannon': ['parent Launcher, 2 steps'],
        '/Game/Old/BP_Mortar': ['parent BP_Cannon_C, 3 steps'],
      });
    },
  );

  it('finds the children of a class of the engine, and the declaration of a class by both names', async () => {
    const opened = await armoury();
    expect((await search(opened, 'Actor', 'children')).total).toBe(5);
    const declared = 'Source/Harbour/Weapon.h:9: class ALauncher : AWeapon';
    for (const query of ['ALauncher', 'Launcher', '/Script/Harbour.Launcher']) {
      expect((await search(opened, query, 'class')).hits).toEqual({
        '/Script/Harbour.Launcher': [declared],
        '/Game/BP_Cannon': ['refers to the class Launcher'],
      });
    }
  });

  it('finds the Blueprints and classes that implement an interface', async () => {
    expect((await search(await armoury(), 'ULoud', 'children')).hits).toEqual({
      '/Game/BP_Cannon': ['parent Loud'],
      '/Game/Old/BP_Mortar': ['parent Loud'],
      '/Script/Harbour.Horn': ['Source/Harbour/Weapon.h:12: class AHorn : AActor'],
    });
  });

  it('searches changed files again', async () => {
    const project = new TempProject();
    project.write('Content/BP_Cannon.uasset', blueprint('BP_Cannon', { package: '/Script/A', class: 'B' }));
    const opened = await project.open();
    expect((await search(opened, 'Fire')).total).toBe(1);
    project.write(
      'Content/BP_Cannon.uasset',
      writePackage({ exports: [{ name: 'BP_Cannon', isAsset: true }] }),
    );
    expect((await search(opened, 'Fire')).total).toBe(0);
  });

  it('answers the same from a kept index', async () => {
    const project = new TempProject();
    await project.simpleRefs('UE54');
    const cacheFolder = project.at('cache');
    const first = await project.open({ cacheFolder });
    const found = await search(first, 'PrintString', 'calls');
    expect(found.hits).toEqual({
      '/Game/SimpleRefs/SimpleRefsRoot': ['EventGraph: calls PrintString (KismetSystemLibrary)'],
    });
    await first.source.close();
    expect(await search(await project.open({ cacheFolder }), 'PrintString', 'calls')).toEqual(found);
  });

  it('finds what contains the query in a folder, although another folder has that very name', async () => {
    const project = new TempProject();
    const actor = { package: '/Script/Engine', class: 'Actor' };
    project.write('Content/BP_Gun.uasset', blueprint('BP_Gun', actor));
    project.write('Content/Old/BP_GunOld.uasset', blueprint('BP_GunOld', actor));
    const found = await search(await project.open(), 'BP_Gun', 'any', '/Game/Old');
    expect(Object.keys(found.hits)).toEqual(['/Game/Old/BP_GunOld']);
  });

  it('shows no credentials of ini files, and only paths of packages', async () => {
    const project = new TempProject();
    const lines = [
      '[Services]',
      'ApiKey="wJalrXUtnFEMI/K7MDENG/bPxRfiCY"',
      'Hook=https://hooks.example.com/services/T00/B00/hunter2',
      'Cannon=/Game/BP_Cannon.BP_Cannon_C',
      '[Secrets]',
      'Path=/hunter2password',
    ];
    project.write('Config/DefaultGame.ini', lines.join('\n'));
    const opened = await project.open();
    const found = await search(opened, 'n', 'text');
    expect(found.hits).toEqual({ 'Config/DefaultGame.ini': ['line 4: "/Game/BP_Cannon"'] });
  });

  it('has pages, and refuses an empty query and a folder that does not exist', async () => {
    const opened = await armoury();
    const page = { query: 'Fire', kind: 'calls', offset: 1, limit: 1 } as const;
    expect(await opened.call('asset.search', page)).toMatchObject({
      items: [{ path: '/Game/BP_Cannon' }],
      total: 3,
    });
    await expect(search(opened, ' ')).rejects.toMatchObject({ kind: 'invalid' });
    await expect(search(opened, '/Game/')).rejects.toMatchObject({ kind: 'invalid' });
    await expect(search(opened, 'Fire', 'any', '/Game/Olt')).rejects.toMatchObject({ kind: 'not-found' });
  });
});

describe('a class of C++', () => {
  it('has its members, the classes that derive from it, and the Blueprints that call them', async () => {
    const opened = await armoury();
    expect(await opened.call('class.describe', { path: '/script/harbour.weapon' })).toEqual({
      path: '/Script/Harbour.Weapon',
      name: 'Weapon',
      class: 'C++ class',
      at: 'Source/Harbour/Weapon.h:2',
      module: 'Harbour',
      declared: 'class AWeapon : AActor',
      specifiers: 'Blueprintable',
      functions: [
        {
          name: 'Fire',
          at: 'Source/Harbour/Weapon.h:6',
          declared: 'void Fire()',
          specifiers: 'BlueprintCallable',
          blueprints: ['/Game/BP_Cannon', '/Game/Old/BP_Mortar'],
        },
      ],
      properties: [
        { name: 'Ammo', at: 'Source/Harbour/Weapon.h:4', declared: 'int32 Ammo', specifiers: 'EditAnywhere' },
      ],
      children: ['/Script/Harbour.Launcher', '/Game/BP_Cannon', '/Game/Old/BP_Mortar'],
    });
    await expect(opened.call('class.describe', { path: '/Script/Sea.Weapon' })).rejects.toMatchObject({
      kind: 'not-found',
      enable: expect.stringContaining('/Script/Harbour.Weapon'),
    });
  });

  it('is named in the description of a Blueprint, also over other Blueprints', async () => {
    for (const path of ['/Game/BP_Cannon', '/Game/Old/BP_Mortar']) {
      const opened = await armoury();
      const { blueprint } = await opened.call('asset.describe', { path });
      expect(blueprint?.nativeParent).toBe('/Script/Harbour.Launcher (Source/Harbour/Weapon.h:9)');
    }
  });
});

describe('a search that meets credentials', () => {
  const TOKEN = `gh${'p_'}aB3dE5fG7hI9kL1mN3oP5qR7sT9uV1wX3yZ5`;

  async function vault(count: number): Promise<OpenedProject> {
    const project = new TempProject();
    project.write('Source/Harbour/Harbour.Build.cs', '');
    project.write(
      'Source/Harbour/Login.cpp',
      [
        'FString ApiKey = TEXT("hunter2-in-code");',
        `Send("hunter2 with ${TOKEN}");`,
        '#define STORE_PASSWORD "hunter2-defined"',
        'Headers->Set(TEXT("Authorization"), TEXT("hunter2-header"));',
        'FString Title = TEXT("hunter2-title");',
      ].join('\n'),
    );
    const parent = { package: '/Script/Engine', class: 'Actor' };
    const more = [{ name: 'ServicePassword', type: 'StrProperty', value: 'hunter2-in-asset' }];
    for (let index = 0; index < count; index++)
      project.write(`Content/BP_${index}.uasset`, blueprint(`BP_${index}`, parent, more));
    return project.open();
  }

  it('masks them in C++, by the name beside them and by their form', async () => {
    const { hits } = await search(await vault(0), 'hunter2', 'text');
    expect(JSON.stringify(hits)).not.toContain(TOKEN);
    expect(hits).toEqual({
      'Source/Harbour/Login.cpp': [
        'line 2: "hunter2 with (masked: it looks like a credential)"',
        'line 5: "hunter2-title"',
      ],
    });
    const all = JSON.stringify((await search(await vault(0), 'masked', 'text')).hits);
    expect(all).not.toContain('hunter2-');
  });

  it('masks them in assets, also in those that it does not open', async () => {
    const { hits } = await search(await vault(12), 'hunter2', 'text');
    expect(Object.keys(hits)).toHaveLength(13);
    expect(JSON.stringify(hits)).not.toContain('in-asset');
    expect(hits['/Game/BP_0']).toEqual([
      'Default__BP_0_C.ServicePassword = "(masked: it looks like a credential)"',
    ]);
  });
});
