import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TimeSlice } from '../work/time-slice.js';
import { parseT3d } from './t3d-reader.js';

const parse = (text: string) => parseT3d(text, new TimeSlice(new AbortController().signal));

describe('the text of an export', () => {
  it('becomes objects with their properties and what is inside them', async () => {
    const text = `
Begin Object Class=/Script/Engine.Material Name="M_Iron" ExportPath="/Script/Engine.Material'/Game/M_Iron.M_Iron'"
   Begin Object Class=/Script/Engine.Texture Name="Inner"
      Size=4
   End Object
   TwoSided=True
   Opacity=0.500000
   Label="a \\"fine\\" one"
   Parent=None
End Object
`;
    expect(await parse(text)).toEqual([
      {
        class: 'Material',
        name: 'M_Iron',
        properties: { TwoSided: true, Opacity: 0.5, Label: 'a "fine" one', Parent: 'None' },
        children: [{ class: 'Texture', name: 'Inner', properties: { Size: 4 }, children: [] }],
      },
    ]);
  });

  it('has one object for a declaration and a later definition', async () => {
    const text = [
      'Begin Object Class=Blueprint Name="BP"',
      '  Begin Object Class=EdGraph Name="Graph"',
      '  End Object',
      '  Begin Object Name="Graph"',
      '    Begin Object Class=K2Node Name="Node"',
      '    End Object',
      '    Schema=1',
      '  End Object',
      'End Object',
    ].join('\r\n');
    const [blueprint] = await parse(text);
    expect(blueprint?.children).toHaveLength(1);
    expect(blueprint?.children[0]).toMatchObject({ class: 'EdGraph', properties: { Schema: 1 } });
    expect(blueprint?.children[0]?.children[0]?.name).toBe('Node');
  });

  it('keeps two objects of one name apart when their classes differ', async () => {
    const text = 'Begin Object Class=A Name="X"\nEnd Object\nBegin Object Class=B Name="X"\nEnd Object';
    expect((await parse(text)).map(each => each.class)).toEqual(['A', 'B']);
  });

  it('makes lists of numbered properties if none is missing, and keeps the numbers otherwise', async () => {
    const text =
      'Begin Object Class=A Name="X"\nList(0)=a\nList(1)=b\nSome(1)=c\nSome(4000000000)=d\nEnd Object';
    expect((await parse(text))[0]?.properties).toEqual({
      List: ['a', 'b'],
      'Some(1)': 'c',
      'Some(4000000000)': 'd',
    });
  });

  it('has the pins of a node', async () => {
    const text =
      'Begin Object Class=K2Node Name="N"\nCustomProperties Pin (PinName="then",Linked=(Other A,))\nEnd Object';
    expect((await parse(text))[0]?.properties).toEqual({
      CustomProperties: [{ Pin: { PinName: 'then', Linked: ['Other A', ''] } }],
    });
  });

  it('has actors and levels, and keeps unknown lines', async () => {
    const text = [
      'Begin Map Name=/Game/Maps/Hall',
      '  Begin Level NAME=PersistentLevel',
      '    Begin Actor Class=/Script/Engine.Brush Name=Brush_1',
      '      Begin Polygon Texture=Stone',
      '        Vertex   +00128.000000,+00000.000000',
      '      End Polygon',
      '    End Actor',
      '  End Level',
      'End Map',
    ].join('\n');
    const [map] = await parse(text);
    expect([map?.class, map?.name]).toEqual(['Map', '/Game/Maps/Hall']);
    const actor = map?.children[0]?.children[0];
    expect([actor?.class, actor?.name]).toEqual(['Brush', 'Brush_1']);
    expect(actor?.children[0]?.properties.lines).toEqual(['Vertex   +00128.000000,+00000.000000']);
  });

  it('is refused if it is truncated, or ends an object that was not started', async () => {
    for (const text of [
      'Begin Object Class=A Name="X"',
      'End Object',
      'Begin Object Class=A Name="X"\nEnd Actor',
      'Begin Object Class=A Name="X"\nBegin Object Class=B Name="Y"\nEnd Object',
    ]) {
      await expect(parse(text)).rejects.toThrow(/cannot be read at line \d/);
    }
  });

  it('is refused for endless nesting, and treats names such as __proto__ as plain names', async () => {
    await expect(parse('Begin Object Name="X"\n'.repeat(100_000))).rejects.toThrow(/deeper than 64/);
    const [object] = await parse('Begin Object Class=A Name="X"\n__proto__=(polluted=1)\nEnd Object');
    expect(Object.keys(object?.properties ?? {})).toEqual(['__proto__']);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(object?.properties.polluted).toBeUndefined();
  });

  it('is either read or refused', async () => {
    const lines = fc.constantFrom(
      'Begin Object Class=A Name="X"',
      'End Object',
      'A=(1,(2',
      'A(1)="',
      'B',
      '=',
      'Begin X',
      'End X',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(lines, fc.string())), async given => {
        try {
          await parse(given.join('\n'));
        } catch (thrown) {
          expect((thrown as Error).name).toBe('UnrealError');
        }
      }),
    );
  });
});
