import { describe, expect, it } from 'vitest';
import { callOrder, graphsOf } from './blueprint-model.js';

const node = (type: string, name: string, properties: Record<string, unknown> = {}) => ({
  class: `/Script/BlueprintGraph.${type}`,
  name,
  properties,
});
const graph = (...children: ReturnType<typeof node>[]) => [
  {
    class: '/Script/Engine.Blueprint',
    name: 'BP',
    children: [{ class: '/Script/Engine.EdGraph', name: 'G', children }],
  },
];

describe('graphsOf', () => {
  it('names nodes by what they do', () => {
    const [found] = graphsOf(
      graph(
        node('K2Node_Event', 'e', { EventReference: { MemberName: 'ReceiveBeginPlay' } }),
        node('K2Node_CallFunction', 'c', { FunctionReference: { MemberName: 'K2_SetRelativeRotation' } }),
        node('K2Node_VariableSet', 's', { VariableReference: { MemberName: 'bOpen' } }),
        node('K2Node_IfThenElse', 'b'),
        node('K2Node_SpawnActorFromClass', 'x'),
      ),
    );
    expect(found?.nodes.map(({ title }) => title)).toEqual([
      'Event Begin Play',
      'Set Relative Rotation',
      'Set bOpen',
      'Branch',
      'Spawn Actor From Class',
    ]);
  });

  it('draws wires to nodes of the graph only', () => {
    const pin = (LinkedTo: unknown) => ({ Pins: [{ PinName: 'then', Direction: 'EGPD_Output', LinkedTo }] });
    const [found] = graphsOf(
      graph(
        node('K2Node_Event', 'K2Node_Event_0', pin('K2Node_CallFunction_0')),
        node('K2Node_CallFunction', 'K2Node_CallFunction_0', pin('K2Node_Gone_7')),
        node(
          'K2Node_IfThenElse',
          'K2Node_IfThenElse_0',
          pin('(K2Node_Event_0 0A1B,K2Node_CallFunction_0 2C3D,)'),
        ),
      ),
    );
    expect(found?.wires.map(({ from, to }) => [from, to])).toEqual([
      ['K2Node_Event_0', 'K2Node_CallFunction_0'],
      ['K2Node_IfThenElse_0', 'K2Node_Event_0'],
      ['K2Node_IfThenElse_0', 'K2Node_CallFunction_0'],
    ]);
  });

  it('reads the pins of an export of the editor', () => {
    const pin = { PinName: 'then', Direction: 'EGPD_Output', LinkedTo: ['b 0A1B', ''] };
    const [found] = graphsOf(
      graph(
        node('K2Node_Event', 'a', { CustomProperties: [{ Pin: pin }, { Other: 1 }] }),
        node('K2Node_Event', 'b'),
      ),
    );
    expect(found?.wires).toEqual([{ from: 'a', pin: 0, to: 'b' }]);
  });

  it('says that a file has no pins, and keeps the positions', () => {
    const [found] = graphsOf(graph(node('K2Node_Event', 'a', { NodePosX: 64, NodePosY: -32 })));
    expect(found).toMatchObject({ hasPins: false, nodes: [{ x: 64, y: -32 }] });
  });

  it('puts nodes without positions in rows', () => {
    const [found] = graphsOf(
      graph(
        node('K2Node_Event', 'a', { NodePosX: 0, NodePosY: 0 }),
        node('K2Node_Event', 'b', { NodePosX: 0, NodePosY: 0 }),
      ),
    );
    expect(found?.nodes[0]?.x).not.toBe(found?.nodes[1]?.x);
  });

  it('shows comments with their size and text', () => {
    const [found] = graphsOf(
      graph(node('EdGraphNode_Comment', 'c', { NodeComment: 'Doors', NodeWidth: 500, NodeHeight: 200 })),
    );
    expect(found?.nodes[0]).toMatchObject({ kind: 'comment', title: 'Doors', width: 500, height: 200 });
  });

  it('bounds numbers and depth of hostile packages', () => {
    let deep: { class: string; name: string; children: unknown[] } = {
      class: 'EdGraph',
      name: 'x',
      children: [],
    };
    for (let n = 0; n < 5_000; n++) deep = { class: 'Object', name: 'x', children: [deep] };
    expect(graphsOf([deep as never])).toEqual([]);
    const [found] = graphsOf(graph(node('K2Node_Event', 'a', { NodePosX: 1e300, Pins: [null, 3, {}] })));
    expect(found?.nodes[0]?.x).toBe(1e6);
  });
});

describe('callOrder', () => {
  it('follows the wires from the event', () => {
    const wires = [
      { from: 'a', pin: 0, to: 'c' },
      { from: 'c', pin: 0, to: 'b' },
      { from: 'b', pin: 0, to: 'a' },
      { from: 'e', pin: 0, to: 'a' },
    ];
    const nodes = ['a', 'b', 'c', 'e'].map(id => ({ id, x: 0, y: 0, kind: 'call' as const }));
    const order = callOrder({ name: 'G', hasPins: true, wires, nodes: nodes as never });
    expect([...order.keys()]).toEqual(['e', 'a', 'c', 'b']);
  });
});
