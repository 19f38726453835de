import { describe, expect, it } from 'vitest';
import { type Bench, useBench } from './testing/bench.js';

let bench: Bench;
useBench(opened => {
  bench = opened;
});

async function flow(path: string, graph: string): Promise<readonly string[] | undefined> {
  const { blueprint } = await bench.call('asset.describe', { path });
  return blueprint?.graphs.find(({ name }) => name === graph)?.flow;
}

/** What a person reads in the graphs of the five Blueprints. */
const FLOWS: readonly (readonly [path: string, graph: string, lines: readonly string[]])[] = [
  [
    '/Game/Blueprints/BP_Door',
    'Open',
    [
      'function Open() -> (bOpened: bool)',
      '  if bLocked',
      '    Print String(InString = LockedText)',
      '    return bOpened = false',
      '  else',
      '    set bIsOpen = true',
      '    Hinge.Set Relative Rotation(NewRotation = Yaw=OpenAngle)',
      '    return bOpened = true',
    ],
  ],
  [
    '/Game/Blueprints/BP_Lantern',
    'EventGraph',
    [
      'event BeginPlay',
      '  Flame.Set Intensity(NewIntensity = Brightness)',
      '  if bLit',
      '    Ignite()',
      '  else',
      '    Snuff()',
    ],
  ],
  [
    '/Game/Blueprints/BP_Ferry',
    'Moor',
    [
      'function Moor() -> (NewLocation: FVector)',
      '  if bMoored',
      '    return NewLocation = GetActorLocation #1',
      '  else',
      '    Set Actor Location(NewLocation = Berth)',
      '    set bMoored = true',
      '    go to #1',
    ],
  ],
  [
    '/Game/Blueprints/BP_Lighthouse',
    'TurnBeam',
    [
      'function TurnBeam(Degrees: double) -> (Yaw: double)',
      '  Lamp.Add Relative Rotation(DeltaRotation = Yaw=Degrees)',
      '  return Yaw = Lamp.RelativeRotation.Yaw',
    ],
  ],
  [
    '/Game/Blueprints/BP_HarbourGameMode',
    'EventGraph',
    ['event BeginPlay', '  Print String(InString = Welcome to Saltmere.)'],
  ],
];

describe('the graph of a Blueprint', () => {
  it.each(FLOWS)('of %s, %s, says what it executes', async (path, graph, lines) => {
    expect(await flow(path, graph)).toEqual(lines);
  });

  it('has one object by its name, as JSON and as text', async () => {
    const path = '/Game/Blueprints/BP_Door';
    const node = 'open.K2Node_IfThenElse_0';
    const json = await bench.call('asset.contents', { path, format: 'json', object: node });
    expect(json).toMatchObject({
      objects: [
        {
          name: 'K2Node_IfThenElse_0',
          pins: [
            { name: 'execute', linkedTo: ['K2Node_FunctionEntry_0.then'] },
            { name: 'Condition', default: 'bLocked' },
            { name: 'then', linkedTo: ['K2Node_CallFunction_0.execute'] },
            { name: 'else', linkedTo: ['K2Node_VariableSet_0.execute'] },
          ],
        },
      ],
    });
    const t3d = await bench.call('asset.contents', { path, format: 't3d', object: node });
    expect('text' in t3d && t3d.text).toMatch(/^Begin Object .*Name="K2Node_IfThenElse_0"\n/);
    expect('text' in t3d && t3d.text).toContain(
      'CustomProperties Pin (PinName="else",Direction="EGPD_Output",PinType.PinCategory="exec",LinkedTo=(K2Node_VariableSet_0 execute,),)',
    );
    const refused = await bench.refusal('asset.contents', { path, format: 't3d', object: 'Opne' });
    expect(refused).toMatchObject({ kind: 'not-found', enable: expect.stringContaining('Open') });
  });
});
