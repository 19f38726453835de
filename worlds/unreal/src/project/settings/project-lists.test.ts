import { describe, expect, it } from 'vitest';
import { TimeSlice } from '../../work/time-slice.js';
import { TempProject } from '../temp-project.test.js';
import { Ini } from './ini.js';
import { gameplayTags, legacyInput } from './project-lists.js';

const read = (text: string) => new Ini().apply(text, new TimeSlice(new AbortController().signal));

describe('gameplay tags', () => {
  it('come from the settings and from Config/Tags, sorted, with comments and tables', async () => {
    const project = new TempProject();
    project.write(
      'Config/DefaultGameplayTags.ini',
      '[/Script/GameplayTags.GameplayTagsSettings]\n+GameplayTagList=(Tag="State.Dead",DevComment="Says \\"gone\\"")\n+GameplayTagTableList=/Game/Tags.Tags\nFastReplication=False\n',
    );
    project.write(
      'Config/Tags/Ability.ini',
      '[/Script/GameplayTags.GameplayTagsList]\n+GameplayTagList=(Tag="Ability.Jump",DevComment="")\n',
    );
    const { gameplayTags: tags, settings } = await (await project.open()).call('project.describe', {});
    expect(tags).toEqual({
      total: 2,
      tags: ['Ability.Jump', 'State.Dead: Says "gone"'],
      tables: ['/Game/Tags.Tags'],
    });
    expect(settings?.['/Script/GameplayTags.GameplayTagsSettings']).toEqual({
      FastReplication: 'False',
      GameplayTagTableList: '/Game/Tags.Tags',
    });
  });

  it('are counted where there are more than are shown', async () => {
    const lines = Array.from(
      { length: 12_000 },
      (_, at) => `+GameplayTagList=(Tag="T.N${at}",DevComment="")`,
    );
    const tags = gameplayTags(await read(`[/Script/GameplayTags.GameplayTagsSettings]\n${lines.join('\n')}`));
    expect(tags?.total).toBe(12_000);
    expect(tags?.tags).toHaveLength(10_000);
  });

  it('are undefined without settings, and lines that are no tags are omitted', async () => {
    expect(gameplayTags(await read(''))).toBeUndefined();
    const odd =
      '[/Script/GameplayTags.GameplayTagsSettings]\n+GameplayTagList=x\n+GameplayTagList=(Tag="")\n+GameplayTagList=(Tag=A)';
    expect(gameplayTags(await read(odd))).toEqual({ total: 1, tags: ['A'] });
  });
});

describe('the legacy input', () => {
  it('has the keys of each action and axis', async () => {
    const ini = await read(
      [
        '[/Script/Engine.InputSettings]',
        '+ActionMappings=(ActionName="Jump",bShift=False,bCtrl=False,bAlt=False,bCmd=False,Key=SpaceBar)',
        '+ActionMappings=(ActionName="Jump",bShift=True,bCtrl=True,bAlt=False,bCmd=False,Key=J)',
        '+AxisMappings=(AxisName="Move",Scale=1.000000,Key=W)',
        '+AxisMappings=(AxisName="Move",Scale=-1.000000,Key=S)',
      ].join('\n'),
    );
    expect(legacyInput(ini)).toEqual({
      actions: { Jump: ['SpaceBar', 'Shift+Ctrl+J'] },
      axes: { Move: ['W', 'S x-1'] },
    });
    expect(legacyInput(await read(''))).toBeUndefined();
  });
});
