import { type Random, rounded } from './random.js';

export const SOLAR_MASS = 1.989e30;
export const SOLAR_RADIUS = 695_700;
export const AU = 149_597_870.7;
export const LIGHT_YEAR = 9.4607e12;
/** km³ kg⁻¹ s⁻² */
const GRAVITY = 6.6743e-20;

/** Segments of the initial mass function of Kroupa, in solar masses: from, to, exponent, and share of all stars. */
const SEGMENTS = [
  { from: 0.08, to: 0.5, exponent: -1.3, share: 0.76 },
  { from: 0.5, to: 60, exponent: -2.3, share: 0.24 },
] as const;

/** The least mass in solar masses, and the colour, of each spectral class. */
const CLASSES = [
  [16, 'O', '#9bb0ff'],
  [2.1, 'B', '#aabfff'],
  [1.4, 'A', '#cad7ff'],
  [1.04, 'F', '#f8f7ff'],
  [0.8, 'G', '#fff4ea'],
  [0.45, 'K', '#ffd2a1'],
  [0, 'M', '#ffb56c'],
] as const;

export interface StarKind {
  /** kg */
  readonly mass: number;
  /** km */
  readonly radius: number;
  readonly color: string;
  readonly spectralType: string;
}

/** A star of the main sequence. */
export function randomStar(random: Random): StarKind {
  const segment = random.next() < SEGMENTS[0].share ? SEGMENTS[0] : SEGMENTS[1];
  const power = segment.exponent + 1;
  const low = segment.from ** power;
  const solar = (low + random.next() * (segment.to ** power - low)) ** (1 / power);
  const [, letter, color] = CLASSES.find(([least]) => solar >= least) ?? CLASSES[6];
  return {
    mass: rounded(solar * SOLAR_MASS),
    radius: rounded(SOLAR_RADIUS * solar ** (solar < 1 ? 0.8 : 0.57)),
    color,
    spectralType: `${letter}${random.whole(0, 9)}V`,
  };
}

/** Radians per second on an orbit with the axis in km around the mass in kg. */
export function meanMotion(mass: number, axis: number): number {
  return rounded(Math.sqrt((GRAVITY * mass) / axis ** 3));
}
