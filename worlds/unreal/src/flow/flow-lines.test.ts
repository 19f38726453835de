import { describe, expect, it } from 'vitest';
import type { GraphPin } from '../port/operations.js';
import type { FlowNode } from './flow-graph.js';
import { flowLines } from './flow-lines.js';

type Pin = readonly [spec: string, ...links: readonly string[]];

/** "out then exec", "in InString string = Hello", then the ends of its wires. */
function pin([spec, ...linkedTo]: Pin): GraphPin {
  const [, side, name, type, value] = /^(in|out) (\S+) (\S+)(?: = (.*))?$/.exec(spec) ?? [];
  return {
    name: (name as string).replaceAll('_', ' '),
    direction: side === 'in' ? 'input' : 'output',
    type: type as string,
    ...(value !== undefined && { default: value }),
    ...(linkedTo.length > 0 && { linkedTo }),
  };
}

let row = 0;
function node(name: string, title: string, pins: readonly Pin[], properties = {}): FlowNode {
  const kind = `K2Node_${name.replace(/_?\d*$/, '')}`;
  return { name, class: kind, title, properties: { NodePosY: row++, ...properties }, pins: pins.map(pin) };
}

const calls = (name: string) => ({ FunctionReference: { MemberName: name } });

function begin(to: string): FlowNode {
  return node('Event', 'ReceiveBeginPlay', [['out then exec', to]]);
}

describe('what a graph executes', () => {
  it('is a chain of calls with literals, variables and calls as values', () => {
    const lines = flowLines(
      [
        begin('CallFunction_1.execute'),
        node('CallFunction_1', 'PrintString', [
          ['in execute exec', 'Event.then'],
          ['out then exec', 'VariableSet.execute'],
          ['in InString string', 'CallFunction_2.ReturnValue'],
          ['in Duration float = 2.500000'],
        ]),
        node('CallFunction_2', 'GetDisplayName', [
          ['in Object object', 'VariableGet.Door'],
          ['out ReturnValue string', 'CallFunction_1.InString'],
        ]),
        node('VariableGet', 'Get Door', [['out Door object', 'CallFunction_2.Object', 'VariableSet.self']]),
        node('VariableSet', 'Set bOpen', [
          ['in execute exec', 'CallFunction_1.then'],
          ['out then exec'],
          ['in self object', 'VariableGet.Door'],
          ['in bOpen bool = true'],
        ]),
      ],
      'EventGraph',
    );
    expect(lines).toEqual([
      'event ReceiveBeginPlay',
      '  PrintString(InString = GetDisplayName(Object = Door), Duration = 2.5)',
      '  set Door.bOpen = true',
    ]);
  });

  it('has branches with operators, and casts that may fail', () => {
    const lines = flowLines(
      [
        begin('IfThenElse.execute'),
        node('IfThenElse', 'Branch', [
          ['in execute exec', 'Event.then'],
          ['in Condition bool', 'CallFunction_1.ReturnValue'],
          ['out then exec', 'DynamicCast.execute'],
          ['out else exec', 'CallFunction_2.execute'],
        ]),
        node(
          'CallFunction_1',
          'Greater_IntInt',
          [['in A int', 'VariableGet.Lives'], ['in B int'], ['out ReturnValue bool', 'IfThenElse.Condition']],
          calls('Greater_IntInt'),
        ),
        node('VariableGet', 'Get Lives', [['out Lives int', 'CallFunction_1.A']]),
        node('DynamicCast', 'Cast to BP_Hero_C', [
          ['in execute exec', 'IfThenElse.then'],
          ['in Object object', 'Self.self'],
          ['out then exec', 'CallFunction_3.execute'],
          ['out CastFailed exec', 'CallFunction_2.execute'],
          ['out AsHero object', 'CallFunction_3.self'],
        ]),
        node('Self', 'Self', [['out self object', 'DynamicCast.Object']]),
        node('CallFunction_2', 'GiveUp', [['in execute exec', 'IfThenElse.else', 'DynamicCast.CastFailed']]),
        node('CallFunction_3', 'Jump', [
          ['in execute exec', 'DynamicCast.then'],
          ['in self object', 'DynamicCast.AsHero'],
        ]),
      ],
      'EventGraph',
    );
    expect(lines).toEqual([
      'event ReceiveBeginPlay',
      '  if (Lives > 0)',
      '    cast self to BP_Hero_C',
      '    if the cast fails:',
      '      GiveUp() #1',
      '    AsHero.Jump()',
      '  else',
      '    go to #1',
    ]);
  });

  it('has loops whose body is indented and whose end goes on', () => {
    const lines = flowLines(
      [
        begin('Knot.InputPin'),
        node('Knot', 'Reroute', [
          ['in InputPin exec', 'Event.then'],
          ['out OutputPin exec', 'MacroInstance.Exec'],
        ]),
        node('MacroInstance', 'ForEachLoop', [
          ['in Exec exec', 'Knot.OutputPin'],
          ['in Array array', 'VariableGet.Doors'],
          ['out LoopBody exec', 'CallFunction_1.execute'],
          ['out Array_Element object', 'CallFunction_1.self'],
          ['out Completed exec', 'CallFunction_2.execute'],
        ]),
        node('VariableGet', 'Get Doors', [['out Doors array', 'MacroInstance.Array']]),
        node('CallFunction_1', 'Close', [
          ['in execute exec', 'MacroInstance.LoopBody'],
          ['in self object', 'MacroInstance.Array Element'],
        ]),
        node('CallFunction_2', 'Rest', [['in execute exec', 'MacroInstance.Completed']]),
      ],
      'EventGraph',
    );
    expect(lines).toEqual([
      'event ReceiveBeginPlay',
      '  for each Array Element in Doors',
      '    Array Element.Close()',
      '  Rest()',
    ]);
  });

  it('has the signature of a function, its cases and its results', () => {
    const lines = flowLines(
      [
        node('FunctionEntry', 'Choose', [
          ['out then exec', 'SwitchEnum.execute'],
          ['out Kind EKind', 'SwitchEnum.Selection'],
        ]),
        node('SwitchEnum', 'Switch', [
          ['in execute exec', 'FunctionEntry.then'],
          ['in Selection EKind', 'FunctionEntry.Kind'],
          ['out Small exec', 'FunctionResult.execute'],
          ['out Default exec'],
        ]),
        node('FunctionResult', 'Return', [['in execute exec', 'SwitchEnum.Small'], ['in Size float = 1.0']]),
      ],
      'Choose',
    );
    expect(lines).toEqual([
      'function Choose(Kind: EKind) -> (Size: float)',
      '  switch Kind',
      '  case Small:',
      '    return Size = 1.0',
    ]);
  });

  it('binds events, names the pin by which a node with several is entered, and keeps what is not connected', () => {
    const lines = flowLines(
      [
        begin('AddDelegate.execute'),
        node('AddDelegate', 'Bind OnOpened', [
          ['in execute exec', 'Event.then'],
          ['in Delegate delegate', 'CustomEvent.OutputDelegate'],
          ['out then exec', 'Timeline.Reverse'],
        ]),
        node('CustomEvent', 'Opened', [
          ['out OutputDelegate delegate', 'AddDelegate.Delegate'],
          ['out Speed float'],
          ['out then exec'],
        ]),
        node('Timeline', 'Swing', [
          ['in Play exec'],
          ['in Reverse exec', 'AddDelegate.then'],
          ['out Update exec', 'CallFunction_1.execute'],
          ['out Finished exec'],
          ['out Alpha float', 'CallFunction_1.Angle'],
        ]),
        node('CallFunction_1', 'Turn', [
          ['in execute exec', 'Timeline.Update'],
          ['in Angle float', 'Timeline.Alpha'],
        ]),
        node('CallFunction_2', 'Lost', [['in execute exec'], ['out then exec']]),
      ],
      'EventGraph',
    );
    expect(lines).toEqual([
      'event ReceiveBeginPlay',
      '  bind OnOpened to event Opened',
      '  Swing() [Reverse]',
      '  on Update:',
      '    Turn(Angle = Swing.Alpha)',
      'custom event Opened(Speed: float)',
      'not connected:',
      '  Lost()',
    ]);
  });

  it('ends where execution returns to an earlier line, and values where they nest too deep', () => {
    const ring = node('CallFunction_1', 'Again', [
      ['in execute exec', 'Event.then', 'CallFunction_1.then'],
      ['out then exec', 'CallFunction_1.execute'],
      ['in A int', 'CallFunction_2.ReturnValue'],
    ]);
    const self = node('CallFunction_2', 'Deeper', [
      ['in A int', 'CallFunction_2.ReturnValue'],
      ['in B int', 'CallFunction_2.ReturnValue'],
      ['out ReturnValue int', 'CallFunction_2.A'],
    ]);
    const lines = flowLines([begin('CallFunction_1.execute'), ring, self], 'EventGraph');
    expect(lines[1]).toMatch(/^ {2}Again\(A = Deeper\(A = Deeper\(.*…/);
    expect(lines[1]?.length).toBeLessThan(520);
    expect(lines[2]).toBe('  go to #1');
    expect(lines).toHaveLength(3);
  });

  it('is the same where a package spells the names of pins in another case', () => {
    const lines = flowLines(
      [
        begin('IfThenElse.Execute'),
        node('IfThenElse', 'Branch', [
          ['in Execute exec', 'Event.then'],
          ['in condition bool = true'],
          ['out Then exec', 'CallFunction_1.Execute'],
          ['out Else exec'],
        ]),
        node('CallFunction_1', 'Jump', [
          ['in Execute exec', 'IfThenElse.Then'],
          ['in Self object', 'VariableGet.Hero'],
        ]),
        node('VariableGet', 'Get Hero', [['out Hero object', 'CallFunction_1.Self']]),
      ],
      'EventGraph',
    );
    expect(lines).toEqual(['event ReceiveBeginPlay', '  if true', '    Hero.Jump()']);
  });

  it('is nothing in a graph without execution', () => {
    expect(flowLines([node('VariableGet', 'Get Door', [['out Door object']])], 'Pose')).toEqual([]);
  });
});
