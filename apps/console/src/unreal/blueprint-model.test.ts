import { describe, expect, it } from 'vitest';
import type { PackageObject } from './answers.js';
import { callOrder, graphsOf, type Wire } from './blueprint-model.js';

const node = (type: string, name: string, properties: Record<string, unknown> = {}) => ({
  class: `/Script/BlueprintGraph.${type}`,
  name,
  properties,
});
const graph = (...children: PackageObject[]) => [
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
    expect(found?.wires).toEqual([{ from: 'a', pin: 0, to: 'b', toPin: -1, kind: 'exec' }]);
  });

  it('ends the wires of an export at the pin with the id', () => {
    const exported = (...pins: object[]) => ({ CustomProperties: pins.map(Pin => ({ Pin })) });
    const [found] = graphsOf(
      graph(
        node(
          'K2Node_VariableGet',
          'a',
          exported({
            PinId: 'A1',
            PinName: 'bOpen',
            Direction: 'EGPD_Output',
            'PinType.PinCategory': 'bool',
            LinkedTo: ['b B2', ''],
          }),
        ),
        node(
          'K2Node_IfThenElse',
          'b',
          exported({ PinId: 'B1', PinName: 'execute' }, { PinId: 'B2', PinName: 'Condition' }),
        ),
      ),
    );
    expect(found?.wires).toEqual([{ from: 'a', pin: 0, to: 'b', toPin: 1, kind: 'bool' }]);
  });

  it('draws each wire of the world once, from the output to the input of that name', () => {
    const [found] = graphsOf(
      graph(
        {
          ...node('K2Node_Event', 'a'),
          pins: [
            { name: 'then', direction: 'output', type: 'exec', linkedTo: ['b.execute', 'b.execute'] },
            { name: 'Speed', direction: 'output', type: 'float', linkedTo: ['b.In.Speed', 'gone.x', 3] },
          ],
        },
        {
          ...node('K2Node_CallFunction', 'b'),
          pins: [
            { name: 'In.Speed', direction: 'output', type: 'float' },
            { name: 'execute', direction: 'input', type: 'exec', linkedTo: ['a.then'] },
            { name: 'In.Speed', direction: 'input', type: 'float', linkedTo: ['a.Speed'] },
          ],
        },
      ),
    );
    expect(found?.wires).toEqual([
      { from: 'a', pin: 0, to: 'b', toPin: 1, kind: 'exec' },
      { from: 'a', pin: 1, to: 'b', toPin: 2, kind: 'float' },
    ]);
  });

  it('folds hidden pins and unchanged advanced ones without wires, and keeps them for the inspector', () => {
    const pin = (name: string, flags: string[], linkedTo?: string[]) => ({
      name,
      direction: 'output',
      type: 'bool',
      default: 'true',
      flags,
      linkedTo,
    });
    const [found] = graphsOf(
      graph(
        {
          ...node('K2Node_CallFunction', 'a'),
          pins: [
            pin('plain', []),
            pin('hidden', ['hidden']),
            pin('unchanged', ['advanced', 'initial']),
            pin('changed', ['advanced']),
            pin('wired', ['hidden'], ['b.in']),
          ],
        },
        { ...node('K2Node_CallFunction', 'b'), pins: [{ name: 'in', direction: 'input', type: 'bool' }] },
      ),
    );
    const { spots = [], pins = [] } = found?.nodes[0] ?? {};
    expect(spots.map(({ text }) => text)).toEqual(['plain', 'changed', 'wired']);
    expect(pins).toHaveLength(5);
  });

  it('puts the objects of a list into the graphs that they name', () => {
    const [found] = graphsOf([
      { class: 'Blueprint', name: 'BP' },
      { class: 'EdGraph', name: 'G', in: 'BP' },
      { ...node('K2Node_Event', 'a'), in: 'BP.G' },
      { ...node('K2Node_Event', 'b'), in: 'BP.G' },
    ]);
    expect(found?.nodes.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('says that a source has no pins, and keeps the positions', () => {
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
  const wire = (from: string, to: string, kind: Wire['kind'] = 'exec') => ({
    from,
    pin: 0,
    to,
    toPin: 0,
    kind,
  });
  const nodes = ['a', 'b', 'c', 'e', 'pure'].map(id => ({ id, x: 0, y: 0, kind: 'call' as const }));

  it('follows the wires of execution from the event, and numbers no node beside them', () => {
    const wires = [
      wire('a', 'c'),
      wire('a', 'b'),
      wire('b', 'a'),
      wire('e', 'a'),
      wire('pure', 'c', 'float'),
    ];
    const order = callOrder({ name: 'G', hasPins: true, wires, nodes: nodes as never });
    expect([...order.keys()]).toEqual(['e', 'a', 'c', 'b']);
  });

  it('is the order from left to right without pins', () => {
    const placed = nodes.map((each, at) => ({ ...each, x: -at }));
    const order = callOrder({ name: 'G', hasPins: false, wires: [], nodes: placed as never });
    expect([...order.keys()]).toEqual(['pure', 'e', 'c', 'b', 'a']);
  });
});
