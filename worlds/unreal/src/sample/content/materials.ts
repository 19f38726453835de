import type { JsonObject } from '@worldwire/protocol';
import type { ObjectNode } from '../../port/operations.js';
import { node } from '../model/blueprint-view.js';
import { fixed, property } from '../model/object-class.js';
import type { AssetPlan } from '../model/plans.js';
import { bool, enumeration, list, object, struct } from '../model/property-type.js';
import { objectPath } from '../model/sample-object-path.js';
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
  material(PATHS.wood, [139, 95, 58], 'BLEND_Opaque', textured(PATHS.planks, 0.8)),
  material(PATHS.stone, [122, 124, 128], 'BLEND_Opaque', textured(PATHS.stoneTexture, 0.9)),
  material(PATHS.glass, [255, 214, 140], 'BLEND_Translucent', [
    parameter('VectorParameter', 'GlowColor', { DefaultValue: { R: 1, G: 0.72, B: 0.35, A: 1 } }),
    parameter('ScalarParameter', 'Opacity', { DefaultValue: 0.35 }),
  ]),
  instance(PATHS.wetStone, [84, 92, 100], { Roughness: 0.25 }),
  instance(PATHS.whitewash, [236, 234, 226], { Roughness: 0.95 }),
];

function material(path: string, surface: Colour, blend: string, inside: readonly ObjectNode[]): AssetPlan {
  return {
    path,
    class: 'Material',
    surface,
    properties: [
      property('BlendMode', BLEND, blend),
      property('ShadingModel', SHADING, 'MSM_DefaultLit'),
      property('TwoSided', bool, blend === 'BLEND_Translucent'),
    ],
    tags: { BlendMode: blend, ShadingModel: 'MSM_DefaultLit', MaterialDomain: 'MD_Surface' },
    inside,
  };
}

function textured(texture: string, roughness: number): readonly ObjectNode[] {
  return [
    parameter('TextureSampleParameter2D', 'BaseColor', { Texture: objectPath(texture) }),
    parameter('ScalarParameter', 'Roughness', { DefaultValue: roughness }),
  ];
}

function parameter(kind: string, name: string, properties: JsonObject): ObjectNode {
  const className = `MaterialExpression${kind}`;
  return node(`/Script/Engine.${className}`, `${className}_0`, { ParameterName: name, ...properties });
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
