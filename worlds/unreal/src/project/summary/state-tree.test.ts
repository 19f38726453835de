import { describe, expect, it } from 'vitest';
import { ref, summaryOf } from './testing/written-asset.js';

const node = (struct: string, value: Readonly<Record<string, boolean | number | string>> = {}) => ({
  Node: { struct: `/Script/StateTreeModule.${struct}`, value },
});

describe('the summary of a StateTree', () => {
  it('has states with conditions, tasks and transitions', async () => {
    const summary = await summaryOf([
      { class: 'StateTree', values: { EditorData: ref(1) } },
      { class: 'StateTreeEditorData', values: { Schema: ref(2), SubTrees: [ref(3)] } },
      { class: 'StateTreeComponentSchema', inside: 1 },
      { class: 'StateTreeState', inside: 1, values: { Name: 'Root', Children: [ref(4)] } },
      {
        class: 'StateTreeState',
        inside: 3,
        values: {
          Name: 'Wait',
          Description: 'Until someone comes',
          EnterConditions: [node('StateTreeCompareIntCondition')],
          Tasks: [
            { ...node('StateTreeDelayTask'), Instance: { struct: '/Script/X.Data', value: { Duration: 2 } } },
            node('StateTreeBlueprintTaskWrapper', {
              TaskClass: '/Game/AI/STT_Look.STT_Look_C',
              bTaskEnabled: false,
            }),
          ],
          Transitions: [
            {
              Trigger: 'EStateTreeTransitionTrigger::OnEvent',
              RequiredEvent: { Tag: { TagName: 'Event.Seen' } },
              State: { Name: 'Root', LinkType: 'EStateTreeTransitionType::GotoState' },
              bDelayTransition: true,
              DelayDuration: 0.5,
            },
          ],
        },
      },
    ]);
    expect(summary).toEqual([
      'schema Component',
      'state Root',
      '  state Wait (Until someone comes)',
      '    enters if CompareInt',
      '    task Delay: Duration 2',
      '    task STT_Look: disabled',
      '    to Root OnEvent Event.Seen, after 0.5 s',
    ]);
  });

  it('says that a tree without data of the editor has no states', async () => {
    expect(await summaryOf([{ class: 'StateTree' }])).toEqual(['The file has no editable states.']);
  });
});
