import type { JsonObject } from '@worldwire/protocol';
import type { ObjectNode } from '../../port/operations.js';
import { type AssetPlan, node } from '../model/asset.js';
import { objectPath } from '../model/blueprint-plan.js';
import { bool, enumeration, fixed, list, object, property, struct } from '../model/property.js';
import type { Colour } from '../picture/raster.js';
import { PATHS } from './paths.js';

const BLEND = enumeration('EBlendMode', [
  'BLEND_Opaque',
  'BLEND_Masked',
  'BLEND_Translucent',
  'BLEND_Additive',
]);
const SHADING = enumeration('EMaterialShadingModel', ['MSM_Unlit', 'MSM_DefaultLit', 'MSM_ThinTranslucent']);

export const MATERIALS: readonly AssetPlan[] = [
  material(
    PATHS.wood,
    [139, 95, 58],
    { blend: 'BLEND_Opaque', shading: 'MSM_DefaultLit' },
    textured(PATHS.planks, 0.8),
  ),
  material(
    PATHS.stone,
    [122, 124, 128],
    { blend: 'BLEND_Opaque', shading: 'MSM_DefaultLit' },
    textured(PATHS.stoneTexture, 0.9),
  ),
  material(PATHS.glass, [255, 214, 140], { blend: 'BLEND_Translucent', shading: 'MSM_DefaultLit' }, [
    node('/Script/Engine.MaterialExpressionVectorParameter', 'MaterialExpressionVectorParameter_0', {
      ParameterName: 'GlowColor',
      DefaultValue: { R: 1, G: 0.72, B: 0.35, A: 1 },
    }),
    scalar('Opacity', 0.35),
  ]),
  instance(PATHS.wetStone, [84, 92, 100], { Roughness: 0.25 }),
  instance(PATHS.whitewash, [236, 234, 226], { Roughness: 0.95 }),
];

function material(
  path: string,
  surface: Colour,
  { blend, shading }: { readonly blend: string; readonly shading: string },
  inside: readonly ObjectNode[],
): AssetPlan {
  return {
    path,
    class: 'Material',
    surface,
    properties: [
      property('BlendMode', BLEND, blend),
      property('ShadingModel', SHADING, shading),
      property('TwoSided', bool, blend === 'BLEND_Translucent'),
    ],
    tags: { BlendMode: blend, ShadingModel: shading, MaterialDomain: 'MD_Surface' },
    inside,
  };
}

/** A texture for the colour, and one roughness for all of it. */
function textured(texture: string, roughness: number): readonly ObjectNode[] {
  return [
    node(
      '/Script/Engine.MaterialExpressionTextureSampleParameter2D',
      'MaterialExpressionTextureSampleParameter2D_0',
      {
        ParameterName: 'BaseColor',
        Texture: objectPath(texture),
      },
    ),
    scalar('Roughness', roughness),
  ];
}

function scalar(name: string, value: number): ObjectNode {
  const properties: JsonObject = { ParameterName: name, DefaultValue: value };
  return node(
    '/Script/Engine.MaterialExpressionScalarParameter',
    'MaterialExpressionScalarParameter_0',
    properties,
  );
}

function instance(path: string, surface: Colour, scalars: Readonly<Record<string, number>>): AssetPlan {
  const values = Object.entries(scalars).map(([name, value]) => ({
    ParameterInfo: { Name: name },
    ParameterValue: value,
  }));
  return {
    path,
    class: 'MaterialInstanceConstant',
    surface,
    properties: [
      property('Parent', object('MaterialInterface'), objectPath(PATHS.stone)),
      fixed('ScalarParameterValues', list(struct('ScalarParameterValue')), values),
    ],
    tags: { Parent: objectPath(PATHS.stone) },
  };
}
