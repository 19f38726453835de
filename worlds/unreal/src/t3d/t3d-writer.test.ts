import type { JsonObject } from '@worldwire/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ObjectNode } from '../port/operations.js';
import { writeT3d } from './t3d-writer.js';
import { spellValue } from './write-value.js';

const node = (name: string, properties: JsonObject = {}, children: ObjectNode[] = []): ObjectNode => ({
  class: '/Script/Engine.Actor',
  name,
  properties,
  children,
});

describe('the text of objects', () => {
  it('has inner objects first, then the properties', () => {
    const door = node('Door', { bLocked: true, Health: 3 }, [node('Mesh', { Scale: 0.5 })]);
    expect(writeT3d([door])).toBe(
      [
        'Begin Object Class=/Script/Engine.Actor Name="Door"',
        '   Begin Object Class=/Script/Engine.Actor Name="Mesh"',
        '      Scale=0.500000',
        '   End Object',
        '   bLocked=True',
        '   Health=3',
        'End Object',
        '',
      ].join('\n'),
    );
  });

  it('is empty without objects', () => {
    expect(writeT3d([])).toBe('');
  });

  it('numbers the elements of an array', () => {
    const text = writeT3d([node('A', { Tags: ['one', 'two'], None: [], Points: [{ X: 1, Y: 2 }] })]);
    expect(text).toContain(
      '   Tags(0)="one"\n   Tags(1)="two"\n   None=()\n   Points(0)=(X=1.000000,Y=2.000000)\n',
    );
  });

  it('goes as deep as the objects do', () => {
    let inner = node('last');
    for (let depth = 0; depth < 5_000; depth++) inner = node('n', {}, [inner]);
    expect(writeT3d([inner]).match(/End Object/g)).toHaveLength(5_001);
  });

  it('uses the types if they are known', () => {
    const types: Record<string, string> = {
      Speed: 'FloatProperty',
      Mode: 'EnumProperty(EDoorMode)',
      Kind: 'ByteProperty(EKind)',
      Mesh: 'ObjectProperty',
      Meshes: 'ArrayProperty(ObjectProperty)',
      Id: 'StructProperty(Guid)',
      At: 'StructProperty(IntPoint)',
      Colour: 'StructProperty(LinearColor)',
      Sizes: 'MapProperty(NameProperty,FloatProperty)',
      Counts: 'MapProperty(IntProperty,IntProperty)',
      Names: 'SetProperty(NameProperty)',
      Text: 'StrProperty',
    };
    const properties = {
      Speed: 2,
      Mode: 'EDoorMode::Sliding',
      Kind: 'Kind_One',
      Mesh: '/Engine/Cube.Cube',
      Meshes: ['/Engine/Cube.Cube', null],
      Id: '0123456789ABCDEF0123456789ABCDEF',
      At: { X: 1, Y: 2 },
      Colour: { R: 1, G: 0, B: 0, A: 1 },
      Sizes: [
        { key: 'Small', value: 1 },
        { key: 'Large', value: 2.5 },
      ],
      Counts: [{ key: 7, value: 8 }],
      'Slots[1]': 5,
      Title: { text: 'Door', namespace: 'Game', key: 'Title' },
      Names: ['a', 'b'],
      Text: "Mesh'/Game/NotAReference'",
    };
    const text = writeT3d([node('A', properties)], {
      typeOf: (_object, property) => types[property],
      referenceOf: path => (path === '/Engine/Cube.Cube' ? { class: 'StaticMesh', path } : undefined),
    });
    expect(
      text
        .split('\n')
        .slice(1, -2)
        .map(line => line.trim()),
    ).toEqual([
      'Speed=2.000000',
      'Mode=Sliding',
      'Kind=Kind_One',
      `Mesh=StaticMesh'"/Engine/Cube.Cube"'`,
      `Meshes(0)=StaticMesh'"/Engine/Cube.Cube"'`,
      'Meshes(1)=None',
      'Id=0123456789ABCDEF0123456789ABCDEF',
      'At=(X=1,Y=2)',
      'Colour=(R=1.000000,G=0.000000,B=0.000000,A=1.000000)',
      'Sizes=(("Small", 1.000000),("Large", 2.500000))',
      'Counts=((7, 8))',
      'Slots(1)=5',
      'Title=NSLOCTEXT("Game", "Title", "Door")',
      'Names=("a","b")',
      `Text="Mesh'/Game/NotAReference'"`,
    ]);
  });
});

describe('a value without a known type', () => {
  it.each([
    [null, 'None'],
    [false, 'False'],
    [-3, '-3'],
    [1.25, '1.250000'],
    ['say "hi"\\\n', '"say \\"hi\\"\\\\\\n"'],
    ['\u0000\u2028', '"\\u0000\\u2028"'],
    [{ X: 1, Y: 0, Z: -2.5 }, '(X=1.000000,Y=0.000000,Z=-2.500000)'],
    [{ Pitch: 0, Yaw: 90, Roll: 0 }, '(Pitch=0.000000,Yaw=90.000000,Roll=0.000000)'],
    [{ B: 1, G: 2, R: 3, A: 255 }, '(B=1,G=2,R=3,A=255)'],
    [{ R: 0.5, G: 1, B: 1, A: 1 }, '(R=0.500000,G=1.000000,B=1.000000,A=1.000000)'],
    [{ Inner: { List: [1, 2], Name: 'x' } }, '(Inner=(List=(1,2),Name="x"))'],
    ['EComponentMobility::Static', 'Static'],
    ['0123456789ABCDEF0123456789ABCDEF', '0123456789ABCDEF0123456789ABCDEF'],
    [{ text: 'Door' }, '"Door"'],
    [{ table: '/Game/ST', key: 'Title' }, 'LOCTABLE("/Game/ST", "Title")'],
    [{ text: 'x', other: 1 }, '(text="x",other=1)'],
    [`StaticMesh'"/Engine/Cube.Cube"'`, `StaticMesh'"/Engine/Cube.Cube"'`],
    [`/Script/Engine.StaticMesh'/Engine/Cube.Cube'`, `/Script/Engine.StaticMesh'/Engine/Cube.Cube'`],
    ["it's", '"it\'s"'],
  ])('%j is spelled %s', (value, spelled) => {
    expect(spellValue(value)).toBe(spelled);
  });

  it('keeps a text on one line, and reads it back complete', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const spelled = spellValue(text, 'StrProperty');
        expect(spelled).toMatch(/^"[^\p{Cc}\u2028\u2029]*"$/u);
        expect(unquote(spelled)).toBe(text);
      }),
    );
  });

  it('never lets a value or a name start or end an object', () => {
    const names = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\nEnd Object\n', '\r', '__proto__'),
    );
    const values = fc.dictionary(
      names,
      fc.jsonValue().map(value => value as JsonObject),
    );
    fc.assert(
      fc.property(names, values, (name, properties) => {
        const lines = writeT3d([node(name, properties)]).split(/[\n\r\u2028\u2029]/);
        expect(lines.filter(line => line.startsWith('Begin Object'))).toHaveLength(1);
        expect(lines.filter(line => line.trim() === 'End Object')).toHaveLength(1);
      }),
    );
  });
});

/** Parses a quoted text as the engine does. */
function unquote(spelled: string): string {
  return spelled.slice(1, -1).replace(/\\(u[\da-f]{4}|.)/g, (_all, escaped: string) => {
    if (escaped.length === 5) return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return { n: '\n', r: '\r', t: '\t' }[escaped] ?? escaped;
  });
}
