import { describe, expect, it } from 'vitest';
import { described, ref, summaryOf } from './testing/written-asset.js';

describe('the summary of an asset', () => {
  it('has the keys of curves', async () => {
    const key = (Time: number, Value: number, InterpMode = 'RCIM_Cubic') => ({ Time, Value, InterpMode });
    const FloatCurve = { Keys: [key(0, 0), key(0.5, 1, 'RCIM_Linear')] };
    expect(await summaryOf([{ class: 'CurveFloat', values: { FloatCurve } }])).toEqual([
      '2 keys (cubic, linear): 0: 0, 0.5: 1',
    ]);
    const values = { FloatCurves: FloatCurve, 'FloatCurves[2]': { Keys: [key(1, 2)] } };
    expect(await summaryOf([{ class: 'CurveVector', values }])).toEqual([
      'X: 2 keys (cubic, linear): 0: 0, 0.5: 1',
      'Y: no keys',
      'Z: 1 key (cubic): 1: 2',
    ]);
  });

  it('has the first keys of a long curve and their number', async () => {
    const Keys = Array.from({ length: 1_000 }, (_, at) => ({ Time: at, Value: at }));
    const [line] = await summaryOf([{ class: 'CurveFloat', values: { FloatCurve: { Keys } } }]);
    expect(line).toBe(
      `1000 keys: ${Array.from({ length: 12 }, (_, at) => `${at}: ${at}`).join(', ')}, … 988 more`,
    );
  });

  it('has the value of an input action and the keys of a mapping context', async () => {
    const action = [
      { class: 'InputAction', values: { ValueType: 'EInputActionValueType::Axis2D', Triggers: [ref(1)] } },
      { class: 'InputTriggerHold', values: { HoldTimeThreshold: 0.5 } },
    ];
    expect(await summaryOf(action)).toEqual(['value Axis2D', 'trigger Hold HoldTimeThreshold 0.5']);
    const mapping = (KeyName: string, ...modifiers: number[]) => ({
      Action: '/Game/I/IA_Move.IA_Move',
      Key: { KeyName },
      Modifiers: modifiers.map(ref),
    });
    const context = [
      { class: 'InputMappingContext', values: { Mappings: [mapping('S', 1), mapping('W')] } },
      { class: 'InputModifierNegate' },
    ];
    expect(await summaryOf(context)).toEqual(['/Game/I/IA_Move: S (modifier Negate); W']);
    expect(await summaryOf([{ class: 'InputMappingContext' }])).toEqual(['no mappings']);
  });

  it('has the values of a user-defined enum as the editor shows them', async () => {
    const DisplayNameMap = [
      { key: 'NewEnumerator0', value: { text: 'Idle' } },
      { key: 'NewEnumerator4', value: { text: 'On fire' } },
    ];
    expect(await summaryOf([{ class: 'UserDefinedEnum', values: { DisplayNameMap } }])).toEqual([
      '0 Idle (NewEnumerator0)',
      '1 On fire (NewEnumerator4)',
    ]);
  });

  it('has the members of a user-defined struct with types, defaults and tooltips', async () => {
    const summary = await summaryOf([
      { class: 'UserDefinedStruct', values: { EditorData: ref(1) } },
      {
        class: 'UserDefinedStructEditorData',
        values: {
          VariablesDescriptions: [
            {
              VarName: 'Damage_2_0123',
              FriendlyName: 'Damage',
              Category: 'real',
              SubCategory: 'double',
              CurrentDefaultValue: '12.5',
              ToolTip: 'Per hit',
            },
            {
              FriendlyName: 'Targets',
              Category: 'object',
              SubCategoryObject: '/Script/Engine.Actor',
              ContainerType: 'EPinContainerType::Array',
            },
          ],
        },
      },
    ]);
    expect(summary).toEqual(['Damage: double = 12.5, Per hit', 'Targets: array of Actor']);
  });

  it('has size and settings of a texture', async () => {
    const values = {
      Source: { SizeX: 512, SizeY: 256, Format: 'TSF_BGRA8' },
      SRGB: false,
      LODGroup: 'TEXTUREGROUP_UI',
    };
    expect(await summaryOf([{ class: 'Texture2D', values }], { tags: { Format: 'DXT1' } })).toEqual([
      '512x256, source BGRA8, stored as DXT1, linear, group UI',
    ]);
  });

  it('has the target of a redirector', async () => {
    const tail = (writer: { i32(value: number): unknown }) => void writer.i32(-1);
    expect(await summaryOf([{ class: 'ObjectRedirector', tail }])).toEqual(['redirects to ObjectRedirector']);
  });

  it('has the parameters of a collection', async () => {
    const values = {
      ScalarParameters: [{ ParameterName: 'Wind', DefaultValue: 0.5 }],
      VectorParameters: [{ ParameterName: 'Sun', DefaultValue: { R: 1, G: 1, B: 0, A: 1 } }],
    };
    expect(await summaryOf([{ class: 'MaterialParameterCollection', values }])).toEqual([
      'Wind = 0.5',
      'Sun = (1, 1, 0, 1)',
    ]);
  });

  it('is the outline of its objects for a class without rules', async () => {
    const summary = await summaryOf([
      { class: 'EnvQuery', values: { QueryName: 'Cover', Options: [ref(1)] } },
      { class: 'EnvQueryOption', values: { Generator: ref(2), Tests: [ref(3)] } },
      { class: 'EnvQueryGenerator_Donut', values: { Radius: 500, VerNum: 1 } },
      { class: 'EnvQueryTest_Trace', values: { Option: ref(1) } },
    ]);
    expect(summary).toEqual([
      'QueryName Cover',
      'Options: EnvQueryOption',
      '  Generator: EnvQueryGenerator_Donut (Radius 500)',
      '  Tests: EnvQueryTest_Trace',
    ]);
  });

  it('has the parents of a composite table', async () => {
    const values = { ParentTables: ['/Game/D/DT_Base.DT_Base', '/Game/D/DT_Mod.DT_Mod'] };
    expect(await summaryOf([{ class: 'CompositeDataTable', values }])).toEqual([
      'rows of these tables, where a later one replaces rows of earlier ones:',
      '  /Game/D/DT_Base',
      '  /Game/D/DT_Mod',
    ]);
  });

  it('stands beside the properties without caches, ids and connections', async () => {
    const detail = await described([
      {
        class: 'Material',
        values: {
          TwoSided: true,
          StateId: 'A',
          ThumbnailInfo: ref(1),
          BaseColor: { Expression: ref(1), OutputIndex: 0 },
        },
      },
      { class: 'MaterialExpressionConstant' },
    ]);
    expect(detail.properties).toEqual({ TwoSided: true });
  });

  it('is missing where the properties say it all', async () => {
    const detail = await described([{ class: 'DA_Weapon', values: { Damage: 5 } }]);
    expect(detail).not.toHaveProperty('summary');
    expect(detail.properties).toEqual({ Damage: 5 });
  });
});
