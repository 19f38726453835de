import { describe, expect, it } from 'vitest';
import { ref, summaryOf, type WrittenObject } from './testing/written-asset.js';
import { pins, WITH_PINS } from './testing/written-pins.js';

const input = (to: readonly [number, string]) => ({ name: 'In', direction: 'input', to }) as const;
const output = (to: readonly [number, string]) => ({ name: 'Out', direction: 'output', to }) as const;

/** Idle and Run, with a transition each way: by a variable, and at the end of the animation. */
const MACHINE: readonly WrittenObject[] = [
  { class: 'AnimBlueprint', values: { TargetSkeleton: '/Game/C/SK.SK' } },
  { class: 'AnimationGraph', name: 'AnimGraph' },
  { class: 'AnimGraphNode_StateMachine', inside: 1, values: { EditorStateMachineGraph: ref(4) } },
  { class: 'AnimGraphNode_Slot', inside: 1, values: { Node: { SlotName: 'Upper' } } },
  { class: 'AnimationStateMachineGraph', name: 'Locomotion', inside: 2 },
  { class: 'AnimStateEntryNode', inside: 4, tail: pins(5, output([6, 'In'])) },
  {
    class: 'AnimStateNode',
    inside: 4,
    values: { BoundGraph: ref(8) },
    tail: pins(6, { name: 'In', direction: 'input' }),
  },
  { class: 'AnimStateNode', inside: 4, values: { BoundGraph: ref(9) } },
  { class: 'AnimationStateGraph', name: 'Idle', inside: 6 },
  { class: 'AnimationStateGraph', name: 'Run', inside: 7 },
  {
    class: 'AnimGraphNode_SequencePlayer',
    inside: 8,
    values: { Node: { Sequence: '/Game/A/Idle_Loop.Idle_Loop' } },
  },
  {
    class: 'AnimStateTransitionNode',
    inside: 4,
    values: { BoundGraph: ref(13), CrossfadeDuration: 0.25 },
    tail: pins(11, input([6, 'Out']), output([7, 'In'])),
  },
  {
    class: 'AnimStateTransitionNode',
    inside: 4,
    values: { bAutomaticRuleBasedOnSequencePlayerInState: true },
    tail: pins(12, input([7, 'Out']), output([6, 'In'])),
  },
  { class: 'AnimationTransitionGraph', name: 'Transition', inside: 11 },
  {
    class: 'AnimGraphNode_TransitionResult',
    inside: 13,
    tail: pins(14, { name: 'bCanEnterTransition', direction: 'input', to: [15, 'Speed'] }),
  },
  {
    class: 'K2Node_VariableGet',
    inside: 13,
    values: { VariableReference: { MemberName: 'bMoving' } },
    tail: pins(15, { name: 'Speed', direction: 'output', to: [14, 'bCanEnterTransition'] }),
  },
];

const LINES = [
  'skeleton /Game/C/SK',
  'graph AnimGraph: state machine Locomotion, Slot Upper',
  'state machine Locomotion, starts in Idle',
  '  state Idle: SequencePlayer Idle_Loop',
  '    to Run: if bMoving, blend 0.25 s',
  '  state Run',
  '    to Idle: at the end of the animation',
];

describe('the summary of an animation Blueprint', () => {
  it('has slots, and state machines with states and the conditions of transitions', async () => {
    expect(await summaryOf(MACHINE, WITH_PINS)).toEqual(LINES);
  });

  it('names the end of a wire whose outer object the package lacks', async () => {
    const broken = MACHINE.map((each, at) =>
      at === 11 ? { ...each, tail: pins(11, input([6, 'Out']), output([16, 'In'])) } : each,
    );
    const lines = await summaryOf(
      [...broken, { class: 'AnimStateNode', name: 'Lost', inside: 98 }],
      WITH_PINS,
    );
    expect(lines[4]).toBe('    to Lost: if bMoving, blend 0.25 s');
  });

  it('has the variable that a transition without a graph is bound to', async () => {
    const rule = { key: 'bCanEnterTransition', value: { PropertyPath: ['State', 'bRuns'] } };
    const bound = [
      ...MACHINE,
      { class: 'AnimGraphNodeBinding_Base', inside: 14, values: { PropertyBindings: [rule] } },
    ];
    expect((await summaryOf(bound, WITH_PINS))[4]).toBe('    to Run: if State.bRuns, blend 0.25 s');
  });
});
