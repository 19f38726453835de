import { fixed, property } from '../model/object-class.js';
import type { AssetPlan } from '../model/plans.js';
import { bool, enumeration, struct } from '../model/property-type.js';
import { type Colour, Raster } from '../picture/raster.js';
import { PATHS } from './paths.js';

const COMPRESSION = enumeration('TextureCompressionSettings', [
  'TC_Default',
  'TC_Normalmap',
  'TC_Masks',
  'TC_EditorIcon',
]);
const FILTER = enumeration('TextureFilter', ['TF_Nearest', 'TF_Bilinear', 'TF_Trilinear', 'TF_Default']);

export const TEXTURES: readonly AssetPlan[] = [
  texture(PATHS.planks, 128, planks),
  texture(PATHS.stoneTexture, 128, stones),
  texture(PATHS.oldChart, 64, chart),
];

function texture(path: string, size: number, colourAt: (x: number, y: number) => Colour): AssetPlan {
  return {
    path,
    class: 'Texture2D',
    properties: [
      fixed('ImportedSize', struct('IntPoint'), { X: size, Y: size }),
      property('CompressionSettings', COMPRESSION, 'TC_Default'),
      property('Filter', FILTER, 'TF_Default'),
      property('SRGB', bool, true),
    ],
    tags: { Dimensions: `${size}x${size}`, Format: 'PF_B8G8R8A8', HasAlphaChannel: 'False' },
    texture: { size, draw: () => Raster.drawn(size, size, colourAt) },
  };
}

/** Boards of sixteen pixels with a dark joint and some grain. */
function planks(x: number, y: number): Colour {
  if (x % 16 === 0) return [52, 34, 20];
  const board = Math.floor(x / 16);
  const grain = Math.sin(y * 0.35 + board * 2.1 + Math.sin(x * 0.9) * 1.5) * 12;
  const shade = (board % 3) * 10;
  return [
    clamp(132 + shade + grain),
    clamp(88 + shade * 0.7 + grain * 0.8),
    clamp(50 + shade * 0.4 + grain * 0.5),
  ];
}

/** Blocks in rows, every other row moved by half a block. */
function stones(x: number, y: number): Colour {
  const row = Math.floor(y / 16);
  const along = (x + (row % 2) * 16) % 32;
  if (y % 16 === 0 || along === 0) return [70, 72, 76];
  const speck = speckle(x, y) * 26;
  const block = speckle(Math.floor((x + (row % 2) * 16) / 32) + 40, row) * 30;
  return [clamp(118 + speck + block), clamp(120 + speck + block), clamp(124 + speck + block)];
}

/** Lines of latitude and longitude, and a red cross. */
function chart(x: number, y: number): Colour {
  if (Math.abs(Math.abs(x - 44) - Math.abs(y - 20)) < 2 && Math.abs(x - 44) < 6) return [176, 40, 32];
  if (x % 16 === 8 || y % 16 === 8) return [178, 156, 112];
  const faded = Math.round(18 * Math.sin(x * 0.13) * Math.cos(y * 0.17));
  return [clamp(220 + faded), clamp(200 + faded), clamp(156 + faded)];
}

/** A hash of the place, -0.5 to 0.5. */
function speckle(x: number, y: number): number {
  const mixed = Math.imul(x * 374_761_393 + y * 668_265_263, 1_274_126_177) >>> 0;
  return (mixed % 1_024) / 1_023 - 0.5;
}

function clamp(part: number): number {
  return Math.max(0, Math.min(255, Math.round(part)));
}
