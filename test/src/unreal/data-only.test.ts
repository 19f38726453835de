import { type WrittenProperty, writePackage } from '@worldwire/uasset/testing';
import { describe, expect, it } from 'vitest';
import { answer, type Facts } from './answers.js';
import { DiskProject } from './disk-project.js';
import { visitAlone } from './visited-project.js';

const PATH = '/Game/GE_Regeneration';
const DEFAULTS = `${PATH}.Default__GE_Regeneration_C`;
const CURVE = { CurveTable: null, RowName: 'None' };
const SCALE = { Value: 1, Curve: CURVE };

type Value = number | string | null | { readonly [name: string]: Value };

/** As an editor saves a modifier of an effect: with all members. */
function modifier(attribute: string): Value {
  return {
    Attribute: { AttributeName: attribute, Attribute: null, AttributeOwner: null },
    ModifierOp: 'Additive',
    Magnitude: { Value: 0, Curve: CURVE },
    ModifierMagnitude: {
      MagnitudeCalculationType: 'ScalableFloat',
      ScalableFloatMagnitude: { Value: 20, Curve: CURVE },
      AttributeBasedMagnitude: {
        Coefficient: SCALE,
        PreMultiplyAdditiveValue: SCALE,
        PostMultiplyAdditiveValue: SCALE,
        BackingAttribute: { AttributeSource: 'Source', bSnapshot: 0 },
        AttributeCurve: CURVE,
      },
      CustomMagnitude: { Coefficient: SCALE, PreMultiplyAdditiveValue: SCALE, FinalLookupCurve: CURVE },
      SetByCallerMagnitude: { DataName: 'None', DataTag: { TagName: 'None' } },
    },
    EvaluationChannelSettings: { Channel: 'Channel0' },
  };
}

function written(name: string, value: Value): WrittenProperty {
  if (typeof value === 'number') return { name, type: 'FloatProperty', value };
  if (typeof value === 'string') return { name, type: 'NameProperty', value };
  if (value === null) return { name, type: 'ObjectProperty', value: 0 };
  return { name, type: `StructProperty(${name})`, value: members(value) };
}

function members(value: Value): readonly WrittenProperty[] {
  return Object.entries(value as object).map(([name, member]) => written(name, member as Value));
}

/** An effect with modifiers of attributes. Its graph has no nodes. */
async function effect(modifiers: readonly Value[]): Promise<DiskProject> {
  const project = await DiskProject.make();
  const class_ = (name: string, outer: number) => ({
    name,
    className: 'Class',
    classPackage: '/Script/CoreUObject',
    outer,
  });
  const bytes = writePackage({
    imports: [
      { name: '/Script/Engine', className: 'Package', classPackage: '/Script/CoreUObject' },
      ...['Blueprint', 'BlueprintGeneratedClass', 'EdGraph'].map(name => class_(name, -1)),
    ],
    exports: [
      {
        name: 'GE_Regeneration',
        classIndex: -2,
        isAsset: true,
        properties: [{ name: 'GeneratedClass', type: 'ObjectProperty', value: 2 }],
      },
      { name: 'GE_Regeneration_C', classIndex: -3 },
      {
        name: 'Default__GE_Regeneration_C',
        classIndex: 2,
        properties: [
          written('DurationPolicy', 'Infinite'),
          {
            name: 'Modifiers',
            type: 'ArrayProperty(StructProperty(GameplayModifierInfo))',
            value: modifiers.map(members),
          },
        ],
      },
      { name: 'EventGraph', classIndex: -4, outer: 1 },
    ],
  });
  await project.write('Content/GE_Regeneration.uasset', bytes);
  return project;
}

const defaultsOf = ({ blueprint }: Facts) =>
  (blueprint as { defaults: { Modifiers: readonly (Facts | string)[] } }).defaults;

describe('a data-only Blueprint', () => {
  it('is described with its values, at any depth', async () => {
    const modifiers = ['HealthRegenRate', 'ManaRegenRate', 'StaminaRegenRate'].map(modifier);
    const client = await visitAlone(await effect(modifiers));
    const described = await answer(client, 'describe_asset', { path: PATH });
    expect(defaultsOf(described)).toEqual({ DurationPolicy: 'Infinite', Modifiers: modifiers });
    expect(described).not.toHaveProperty('note');
  });

  it('says in its values what is left out, and which call returns them', async () => {
    const client = await visitAlone(await effect(Array.from({ length: 200 }, () => modifier('Health'))));
    const described = await answer(client, 'describe_asset', { path: PATH });
    const { Modifiers } = defaultsOf(described);
    expect(Modifiers[0]).toMatchObject({ Attribute: { AttributeName: 'Health' } });
    expect(Modifiers.at(-1)).toBe(`… ${201 - Modifiers.length} more`);
    expect(JSON.stringify(Modifiers)).not.toContain('{}');
    const { note } = described as { note: string };
    const call = /get_property (\{.*?\}) returns all defaults/.exec(note)?.[1] ?? note;
    expect(JSON.parse(call)).toEqual({ object: DEFAULTS });
    const last = { object: DEFAULTS, property: 'Modifiers[199]' };
    expect(await answer(client, 'get_property', last)).toMatchObject({ value: modifier('Health') });
  });
});
