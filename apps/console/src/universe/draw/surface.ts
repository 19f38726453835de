import { hslOf, rgbOf } from './colour.js';

/** In the order of the numbers that the shader knows. */
export const SURFACES = ['rock', 'ocean', 'gas', 'ice', 'clouds', 'star'] as const;
export type Surface = (typeof SURFACES)[number];

export interface Looks {
  readonly surface: Surface;
  /** How strong the pattern is, from 0 to 1. */
  readonly contrast: number;
  /** The rim of air that is seen around the body, from 0 to 1. */
  readonly air: number;
}

interface Seen {
  readonly bodyType?: string | undefined;
  readonly parentId: string | null;
  /** km */
  readonly radius: number;
  /** kg */
  readonly mass: number;
  readonly color: string;
}

const GIANT_KM = 15_000;
/** kg/m³ */
const MAX_GAS_DENSITY = 2_500;

/** What a body without a picture looks like, from its size, density and colour. */
export function looksOf(body: Seen): Looks {
  const { bodyType, radius } = body;
  if (bodyType === 'star' || (bodyType === undefined && body.parentId === null))
    return { surface: 'star', contrast: 0.5, air: 0 };
  const [hue, saturation, lightness] = hslOf(rgbOf(body.color));
  const blue = hue > 165 && hue < 260 && saturation > 0.25;
  if (bodyType === 'asteroid' || bodyType === 'comet') return { surface: 'rock', contrast: 1, air: 0 };
  if (radius > GIANT_KM && densityOf(body) < MAX_GAS_DENSITY)
    return { surface: 'gas', contrast: blue ? 0.28 : 1, air: 0.35 };
  if (radius > 2_000 && blue) return { surface: 'ocean', contrast: 1, air: 0.8 };
  const hazy = hue > 22 && hue < 62 && saturation > 0.55;
  if (radius > 2_400 && hazy) return { surface: 'clouds', contrast: 0.5, air: 0.6 };
  const pale = lightness > 0.7 && (saturation < 0.35 || blue);
  if (pale) return { surface: 'ice', contrast: 0.6, air: 0 };
  return { surface: 'rock', contrast: 0.9, air: radius > 3_000 && saturation > 0.3 ? 0.25 : 0 };
}

function densityOf({ mass, radius }: Seen): number {
  return mass / ((4 / 3) * Math.PI * (radius * 1_000) ** 3);
}
