import type { BodyType } from '../domain/model/state.js';
import type { BodyRow } from './body-row.js';

/**
 * [id, name, type, mass kg, mean radius km, colour,
 *  semi-major axis AU, eccentricity, inclination °, node °, longitude of perihelion °,
 *  mean longitude ° at J2000.0, its motion in ° per Julian century]
 * referred to the ecliptic and equinox of J2000.
 */
export type PlanetRow = BodyRow<BodyType>;

/**
 * Sources: orbits from JPL's table of approximate Keplerian elements (1800 to 2050; Earth stands for the centre
 * of Earth and Moon), masses and radii from the NASA planetary fact sheets. Ceres and Halley have osculating
 * elements of JPL's small-body database, with their longitudes summed up (ϖ = Ω + ω, L = ϖ + M); Halley's M
 * counts from its perihelion of 1986 February 9.
 */
// biome-ignore format: a table reads by its columns
export const PLANETS: readonly PlanetRow[] = [
  ['mercury', 'Mercury', 'planet',   3.3010e23,  2439.4,  '#a9a29a',  0.38709927, 0.20563593,   7.00497902,  48.33076593,  77.45779628, 252.25032350, 149472.67411175],
  ['venus',   'Venus',   'planet',   4.8673e24,  6051.8,  '#e8cda2',  0.72333566, 0.00677672,   3.39467605,  76.67984255, 131.60246718, 181.97909950,  58517.81538729],
  ['earth',   'Earth',   'planet',   5.9722e24,  6371.0,  '#4f86d9',  1.00000261, 0.01671123,   0,            0,          102.93768193, 100.46457166,  35999.37244981],
  ['mars',    'Mars',    'planet',   6.4169e23,  3389.5,  '#c8593a',  1.52371034, 0.09339410,   1.84969142,  49.55953891, -23.94362959,  -4.55343205,  19140.30268499],
  ['ceres',   'Ceres',   'asteroid', 9.3835e20,   469.7,  '#8f8a84',  2.7665,     0.0784,      10.583,       80.494,      154.417,      160.593,        7824.9],
  ['jupiter', 'Jupiter', 'planet',   1.89813e27, 69911,   '#d8b48a',  5.20288700, 0.04838624,   1.30439695, 100.47390909,  14.72847983,  34.39644051,   3034.74612775],
  ['saturn',  'Saturn',  'planet',   5.6832e26,  58232,   '#e6d3a0',  9.53667594, 0.05386179,   2.48599187, 113.66242448,  92.59887831,  49.95424423,   1222.49362201],
  ['uranus',  'Uranus',  'planet',   8.6811e25,  25362,   '#9fdde2', 19.18916464, 0.04725744,   0.77263783,  74.01692503, 170.95427630, 313.23810451,    428.48202785],
  ['neptune', 'Neptune', 'planet',   1.02409e26, 24622,   '#4b70dd', 30.06992276, 0.00859048,   1.77004347, 131.78422574,  44.96476227, -55.12002969,    218.45945325],
  ['pluto',   'Pluto',   'planet',   1.3030e22,   1188.3, '#cdb295', 39.48211675, 0.24882730,  17.14001206, 110.30393684, 224.06891629, 238.92903833,    145.20780515],
  ['halley',  'Halley',  'comet',    2.2e14,         5.5, '#b9d6e4', 17.834,      0.96714,    162.26,       58.42,       169.75,       236.14,          477.96],
];
