import { describe, expect, it } from 'vitest';
import { ref, summaryOf } from './testing/written-asset.js';

const from = (object: number, output = 0) => ({ Expression: ref(object), OutputIndex: output });

describe('the summary of a material', () => {
  it('has its kind, its parameters, and a formula for each output', async () => {
    const summary = await summaryOf([
      {
        class: 'Material',
        values: {
          BlendMode: 'BLEND_Masked',
          OpacityMaskClipValue: 0.5,
          TwoSided: true,
          BaseColor: from(1),
          Roughness: from(4),
        },
      },
      { class: 'MaterialExpressionMultiply', values: { A: from(2), B: from(3) } },
      {
        class: 'MaterialExpressionVectorParameter',
        values: { ParameterName: 'Tint', DefaultValue: { R: 1, G: 0.5, B: 0, A: 1 }, Group: 'Look' },
      },
      { class: 'MaterialExpressionTextureSample', values: { Texture: '/Game/Wood/T_Wood.T_Wood' } },
      {
        class: 'MaterialExpressionLinearInterpolate',
        values: { A: from(5), ConstB: 0.9, Alpha: { ...from(3, 2), Mask: 0 } },
      },
      { class: 'MaterialExpressionConstant', values: { R: 0.25 } },
    ]);
    expect(summary).toEqual([
      'domain Surface, blend mode Masked (clip 0.5), shading model DefaultLit, two-sided',
      'parameter Tint = (1, 0.5, 0, 1) (vector, group Look)',
      'BaseColor = Tint * T_Wood',
      'Roughness = lerp(0.25, 0.9, T_Wood.output 2)',
    ]);
  });

  it('reads the outputs of UE 5.1 and newer from the data of the editor', async () => {
    const summary = await summaryOf([
      { class: 'Material', values: { EditorOnlyData: ref(1), MaterialDomain: 'MD_UI' } },
      { class: 'MaterialEditorOnlyData', values: { EmissiveColor: from(2) } },
      { class: 'MaterialExpressionConstant', values: { R: 2 } },
    ]);
    expect(summary).toEqual(['domain UI, blend mode Opaque, shading model DefaultLit', 'EmissiveColor = 2']);
  });

  it('writes an expression that is used twice once, and passes over reroutes', async () => {
    const summary = await summaryOf([
      { class: 'Material', values: { BaseColor: from(1), EmissiveColor: from(4) } },
      { class: 'MaterialExpressionReroute', values: { Input: from(2) } },
      { class: 'MaterialExpressionAdd', values: { A: from(3), ConstB: 1 } },
      { class: 'MaterialExpressionTime' },
      { class: 'MaterialExpressionOneMinus', values: { Input: from(2) } },
    ]);
    expect(summary.slice(1)).toEqual(['BaseColor = #1', '  #1 = Time + 1', 'EmissiveColor = 1 - #1']);
  });

  it('ends where expressions form a ring', async () => {
    const summary = await summaryOf([
      { class: 'Material', values: { BaseColor: from(1) } },
      { class: 'MaterialExpressionSine', name: 'Ring', values: { Input: from(1) } },
    ]);
    expect(summary.slice(1)).toEqual(['BaseColor = #1', '  #1 = Sine(Ring)']);
  });

  it('has the connections of a function call by the names of its inputs and outputs', async () => {
    const summary = await summaryOf([
      { class: 'Material', values: { Normal: from(1, 1) } },
      {
        class: 'MaterialExpressionMaterialFunctionCall',
        values: {
          MaterialFunction: '/Game/F/MF_Blend.MF_Blend',
          FunctionInputs: [
            { Input: { ...from(2), InputName: 'Base' } },
            { Input: { ...from(2), InputName: 'Top' } },
          ],
          FunctionOutputs: [{ Output: { OutputName: 'Color' } }, { Output: { OutputName: 'Normal' } }],
        },
      },
      { class: 'MaterialExpressionScalarParameter', values: { ParameterName: 'Amount' } },
    ]);
    expect(summary.slice(1)).toEqual([
      'parameter Amount = 0 (scalar)',
      'Normal = MF_Blend(Base = Amount, Top = Amount).Normal',
    ]);
  });
});

describe('the summary of a material function', () => {
  it('has its description, inputs with types and defaults, and outputs', async () => {
    const summary = await summaryOf([
      { class: 'MaterialFunction', values: { Description: 'Fades near the camera.' } },
      {
        class: 'MaterialExpressionFunctionInput',
        values: {
          InputName: 'Opacity',
          InputType: 'FunctionInput_Scalar',
          bUsePreviewValueAsDefault: true,
          PreviewValue: { X: 0.5, Y: 0, Z: 0, W: 1 },
        },
      },
      { class: 'MaterialExpressionFunctionOutput', values: { A: from(3) } },
      { class: 'MaterialExpressionMultiply', values: { A: from(1), ConstB: 2 } },
    ]);
    expect(summary).toEqual([
      'Fades near the camera.',
      'input Opacity (Scalar, default 0.5)',
      'output Result = Opacity * 2',
    ]);
  });
});

describe('the summary of a material instance', () => {
  it('has its parent and what differs from it', async () => {
    const info = (Name: string) => ({ Name, Association: 'GlobalParameter', Index: -1 });
    const summary = await summaryOf([
      {
        class: 'MaterialInstanceConstant',
        values: {
          Parent: '/Game/M/M_Wood.M_Wood',
          ScalarParameterValues: [{ ParameterInfo: info('Rough'), ParameterValue: 0.75 }],
          TextureParameterValues: [{ ParameterInfo: info('Map'), ParameterValue: '/Game/M/T_Map.T_Map' }],
          StaticParameters: {
            StaticSwitchParameters: [
              { ParameterInfo: info('Wet'), Value: true, bOverride: true },
              { ParameterInfo: info('Dry'), Value: true, bOverride: false },
            ],
          },
          BasePropertyOverrides: { bOverride_BlendMode: true, BlendMode: 'BLEND_Masked', TwoSided: true },
        },
      },
    ]);
    expect(summary).toEqual([
      'parent /Game/M/M_Wood',
      'overrides BlendMode BLEND_Masked',
      'Rough = 0.75',
      'Map = /Game/M/T_Map',
      'Wet = true',
    ]);
  });
});
