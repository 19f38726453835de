import { describe, expect, it } from 'vitest';
import { described, ref, summaryOf } from './testing/written-asset.js';

describe('the summary of a behaviour tree', () => {
  it('has composites, decorators, services and tasks as a tree', async () => {
    const summary = await summaryOf([
      { class: 'BehaviorTree', values: { RootNode: ref(1), BlackboardAsset: '/Game/AI/BB.BB' } },
      {
        class: 'BTComposite_Selector',
        values: {
          Services: [ref(4)],
          Children: [{ ChildComposite: ref(2), Decorators: [ref(3)] }, { ChildTask: ref(6) }],
        },
      },
      { class: 'BTComposite_Sequence', values: { NodeName: 'Attack', Children: [{ ChildTask: ref(5) }] } },
      {
        class: 'BTDecorator_Blackboard',
        values: {
          CachedDescription: 'Target is Is Set',
          BlackboardKey: { SelectedKeyName: 'Target' },
          FlowAbortMode: 'EBTFlowAbortMode::Both',
        },
      },
      { class: 'BTService_DefaultFocus', values: { BlackboardKey: { SelectedKeyName: 'Target' } } },
      { class: 'BTTask_Wait', values: { WaitTime: { DefaultValue: 2 }, ParentNode: ref(2) } },
      { class: 'BTT_Flee_C', values: { Where: { SelectedKeyName: 'Cover' } } },
    ]);
    expect(summary).toEqual([
      'blackboard /Game/AI/BB',
      'Selector',
      '  service DefaultFocus: Target',
      '  Sequence "Attack"',
      '    decorator Blackboard: Target is Is Set, FlowAbortMode Both',
      '    task Wait: WaitTime 2',
      '  BTT_Flee: Where Cover',
    ]);
  });

  it('ends where a composite is its own child', async () => {
    const summary = await summaryOf([
      { class: 'BehaviorTree', values: { RootNode: ref(1) } },
      { class: 'BTComposite_Sequence', values: { Children: [{ ChildComposite: ref(1) }] } },
    ]);
    expect(summary).toEqual(['Sequence', '  Sequence']);
  });

  it('says that the root is missing', async () => {
    const detail = await described([{ class: 'BehaviorTree', values: { RootNode: '/Game/Gone.Gone' } }]);
    expect(detail).toMatchObject({ class: 'BehaviorTree', summary: ['no root node'] });
  });

  it('has the keys of a blackboard with types', async () => {
    const summary = await summaryOf([
      {
        class: 'BlackboardData',
        values: {
          Parent: '/Game/AI/BB_Base.BB_Base',
          Keys: [
            { EntryName: 'Target', KeyType: ref(1), bInstanceSynced: true },
            { EntryName: 'Alert', KeyType: ref(2), EntryDescription: 'Heard a noise' },
          ],
        },
      },
      { class: 'BlackboardKeyType_Object', values: { BaseClass: '/Script/Engine.Actor' } },
      { class: 'BlackboardKeyType_Bool' },
    ]);
    expect(summary).toEqual([
      'parent /Game/AI/BB_Base',
      'key Target (Object of Actor, shared by all instances)',
      'key Alert (Bool, Heard a noise)',
    ]);
  });
});
