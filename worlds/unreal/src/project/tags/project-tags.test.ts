import { describe, expect, it } from 'vitest';
import { UnrealError } from '../../port/unreal-error.js';
import { TimeSlice } from '../../work/time-slice.js';
import { TempProject } from '../temp-project.test.js';
import { projectTags } from './project-tags.js';

const DEFAULTS = '[/Script/GameplayTags.GameplayTagsSettings]\n';
const LIST = '[/Script/GameplayTags.GameplayTagsList]\n';
const slice = new TimeSlice(new AbortController().signal);

const CODE = `#include "Tags.h"
UE_DEFINE_GAMEPLAY_TAG(TAG_Fire, "Weapon.Fire");
UE_DEFINE_GAMEPLAY_TAG_COMMENT(TAG_Load, "Weapon.Load", "Takes, \\"a while\\"");
UE_DEFINE_GAMEPLAY_TAG_STATIC(TAG_Hidden, TEXT("Weapon.Hidden"));
static FNativeGameplayTag Aim(UE_PLUGIN_NAME, UE_MODULE_NAME, "Weapon.Aim", TEXT("Slow"), ENativeGameplayTagToken::PRIVATE_USE_MACRO_INSTEAD);
FNativeGameplayTag Undefined;
// UE_DEFINE_GAMEPLAY_TAG(TAG_Old, "Weapon.Old");
void F()
{
	UGameplayTagsManager::Get().AddNativeGameplayTag(FName("Weapon.Melee"), TEXT("By hand"));
	auto Known = FGameplayTag::RequestGameplayTag(FName("Weapon"));
	auto Unknown = FGameplayTag::RequestGameplayTag(FName(TEXT("Weapon.Thrown")), false);
	auto Given = FGameplayTag::RequestGameplayTag(Name);
	Log("Weapon.Text");
}
`;

describe('gameplay tags', () => {
  it('come from settings, Config/Tags, plugins and C++, each with its source', async () => {
    const project = new TempProject();
    project.write(
      'Config/DefaultGameplayTags.ini',
      `${DEFAULTS}+GameplayTagList=(Tag="State.Dead",DevComment="Says \\"gone\\"")\n+GameplayTagList=(Tag="Weapon.fire",DevComment="")\n`,
    );
    project.write('Config/Tags/Ability.ini', `${LIST}GameplayTagList=(Tag="Ability.Jump",DevComment="")\n`);
    project.write('Plugins/Sea/Sea.uplugin', '{}');
    project.write(
      'Plugins/Sea/Config/Tags/Sea.ini',
      `${LIST}GameplayTagList=(Tag="Sea.Calm",DevComment="")\n`,
    );
    project.write('Source/Harbour/Harbour.Build.cs', '');
    project.write('Source/Harbour/Tags.cpp', CODE);
    project.write('Source/Harbour/Tags.h', 'UE_DECLARE_GAMEPLAY_TAG_EXTERN(TAG_Fire);\n');
    const { gameplayTags } = await (await project.open()).call('project.describe', {});
    expect(gameplayTags).toEqual({
      total: 8,
      tags: [
        'Ability.Jump (Config/Tags/Ability.ini)',
        'Sea.Calm (Plugins/Sea/Config/Tags/Sea.ini)',
        'State.Dead: Says "gone" (Config/DefaultGameplayTags.ini)',
        'Weapon.Aim: Slow (Source/Harbour/Tags.cpp:5)',
        'Weapon.Hidden (Source/Harbour/Tags.cpp:4)',
        'Weapon.Load: Takes, \\"a while\\" (Source/Harbour/Tags.cpp:3)',
        'Weapon.Melee: By hand (Source/Harbour/Tags.cpp:10)',
        'Weapon.fire (Config/DefaultGameplayTags.ini, Source/Harbour/Tags.cpp:2)',
      ],
      undefined: ['Weapon.Thrown (Source/Harbour/Tags.cpp:12)'],
    });
  });

  it('are those of a changed file', async () => {
    const project = new TempProject();
    project.write('Source/A/Tags.cpp', 'UE_DEFINE_GAMEPLAY_TAG(A, "Sea.Calm");');
    const opened = await project.open();
    const tags = async () => (await opened.call('project.describe', {})).gameplayTags?.tags;
    expect(await tags()).toEqual(['Sea.Calm (Source/A/Tags.cpp:1)']);
    project.write('Source/A/Tags.cpp', '\nUE_DEFINE_GAMEPLAY_TAG(A, "Sea.Rough");');
    expect(await tags()).toEqual(['Sea.Rough (Source/A/Tags.cpp:2)']);
  });

  it('come from the rows of data tables', async () => {
    const rows = { One: { Tag: 'Sea.Calm', DevComment: 'No wind' }, Two: { Tag: 'None' }, Three: 3 };
    const asked: unknown[] = [];
    const found = await projectTags(
      { tags: [], tables: ['/Game/DT_Tags.DT_Tags'] },
      { files: [], notes: [] },
      async params => {
        asked.push(params);
        const page = params.cursor === undefined ? rows : { Four: { Tag: 'Sea.Rough' } };
        const next = params.cursor === undefined ? { nextCursor: '1000' } : {};
        return {
          path: params.path,
          name: 'DT_Tags',
          class: 'DataTable',
          dataTable: { rows: page, total: 4 },
          ...next,
        };
      },
      slice,
    );
    expect(asked).toEqual([
      { path: '/Game/DT_Tags', limit: 1_000 },
      { path: '/Game/DT_Tags', limit: 1_000, cursor: '1000' },
    ]);
    expect(found).toEqual({
      gameplayTags: {
        total: 2,
        tags: ['Sea.Calm: No wind (/Game/DT_Tags)', 'Sea.Rough (/Game/DT_Tags)'],
        tables: ['/Game/DT_Tags.DT_Tags'],
      },
      notes: [],
    });
  });

  it('of a table that cannot be read are said to be missing', async () => {
    const project = new TempProject();
    project.write('Config/DefaultGameplayTags.ini', `${DEFAULTS}+GameplayTagTableList=/Game/Tags.Tags\n`);
    const { gameplayTags, notes } = await (await project.open()).call('project.describe', {});
    expect(gameplayTags).toEqual({ total: 0, tags: [], tables: ['/Game/Tags.Tags'] });
    expect(notes).toEqual([
      expect.stringContaining('The gameplay tags of the table /Game/Tags.Tags are not included'),
    ]);
    const broken = await projectTags(
      { tags: [], tables: ['odd'] },
      { files: [], notes: [] },
      async () => {
        throw new UnrealError('failed', 'No.');
      },
      slice,
    );
    expect(broken.notes).toHaveLength(1);
  });

  it('are counted where there are more than are shown', async () => {
    const tags = Array.from({ length: 12_000 }, (_, at) => ({ tag: `T.N${at}`, comment: '', file: 'a.ini' }));
    const none = async () => Promise.reject(new Error('no table'));
    const { gameplayTags } = await projectTags({ tags, tables: [] }, { files: [], notes: [] }, none, slice);
    expect(gameplayTags?.total).toBe(12_000);
    expect(gameplayTags?.tags).toHaveLength(10_000);
  });

  it('show the first sources of a tag, and count the others', async () => {
    const tags = Array.from({ length: 23 }, (_, at) => ({ tag: 'A', comment: '', file: `${at}.ini` }));
    const none = async () => Promise.reject(new Error('no table'));
    const { gameplayTags } = await projectTags({ tags, tables: [] }, { files: [], notes: [] }, none, slice);
    expect(gameplayTags?.tags).toEqual([expect.stringMatching(/^A \(0\.ini, .*, 19\.ini and 3 more\)$/)]);
  });

  it('are missing without any, and lines that are no tags are omitted', async () => {
    const project = new TempProject();
    const describeIt = async () => (await (await project.open()).call('project.describe', {})).gameplayTags;
    expect(await describeIt()).toBeUndefined();
    project.write(
      'Config/DefaultGameplayTags.ini',
      `${DEFAULTS}+GameplayTagList=x\n+GameplayTagList=(Tag="")\n+GameplayTagList=(Tag=A)`,
    );
    expect(await describeIt()).toEqual({ total: 1, tags: ['A (Config/DefaultGameplayTags.ini)'] });
  });
});
