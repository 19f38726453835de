import type { BodyRow } from './body-row.js';

/**
 * [id, name, planet, mass kg, mean radius km, colour,
 *  semi-major axis km, eccentricity, inclination °, node °, argument of periapsis °, mean anomaly °, period days]
 */
export type MoonRow = BodyRow<string>;

/**
 * Sources: JPL's mean elements of planetary satellites, masses and radii from the NASA satellite fact sheets.
 * The Moon's angles refer to the ecliptic. Those of all others refer to the equator (or Laplace plane) of their planet,
 * which is treated as the ecliptic here: shapes and periods are right, the tilt of the planets is left out. Their mean
 * anomalies are of the epochs of the source, so only approximate at J2000. Triton is retrograde by its inclination.
 */
// biome-ignore format: a table reads by its columns
export const MOONS: readonly MoonRow[] = [
  ['moon',      'Moon',      'earth',   7.346e22,   1737.4,  '#c9c5bd',  384400, 0.0554,   5.16,  125.08,  318.15,  135.27,  27.321661],
  ['phobos',    'Phobos',    'mars',    1.0659e16,    11.27, '#8d7f74',    9376, 0.0151,   1.075, 207.784, 150.057,  91.059,  0.31891023],
  ['deimos',    'Deimos',    'mars',    1.4762e15,     6.2,  '#a39585',   23458, 0.0002,   1.788,  24.525, 260.729, 325.329,  1.2624407],
  ['io',        'Io',        'jupiter', 8.9319e22,  1821.6,  '#e8d35e',  421800, 0.0041,   0.036,  43.977,  84.129, 342.021,  1.769137786],
  ['europa',    'Europa',    'jupiter', 4.7998e22,  1560.8,  '#d9c9ae',  671100, 0.0094,   0.466, 219.106,  88.970, 171.016,  3.551181041],
  ['ganymede',  'Ganymede',  'jupiter', 1.48186e23, 2631.2,  '#a8998a', 1070400, 0.0013,   0.177,  63.552, 192.417, 317.540,  7.15455296],
  ['callisto',  'Callisto',  'jupiter', 1.07593e23, 2410.3,  '#7d7064', 1882700, 0.0074,   0.192, 298.848,  52.643, 181.408, 16.6890184],
  ['mimas',     'Mimas',     'saturn',  3.751e19,    198.2,  '#c4c4c4',  185539, 0.0196,   1.574, 173.027, 332.499,  14.848,  0.942421959],
  ['enceladus', 'Enceladus', 'saturn',  1.0803e20,   252.1,  '#f2f6f8',  238042, 0.0047,   0.003, 342.507,   0.076, 199.686,  1.370218],
  ['tethys',    'Tethys',    'saturn',  6.176e20,    531.1,  '#dcdad4',  294672, 0.0001,   1.091, 259.842,  45.202, 243.367,  1.887802],
  ['dione',     'Dione',     'saturn',  1.0955e21,   561.4,  '#d0cec9',  377415, 0.0022,   0.028, 290.415, 284.315, 322.232,  2.736915],
  ['rhea',      'Rhea',      'saturn',  2.3065e21,   763.8,  '#c8c2b8',  527068, 0.0002,   0.333, 351.042, 241.619, 179.781,  4.517500],
  ['titan',     'Titan',     'saturn',  1.3452e23,  2574.7,  '#e0a84f', 1221865, 0.0288,   0.306,  28.060, 180.532, 163.310, 15.945421],
  ['iapetus',   'Iapetus',   'saturn',  1.8056e21,   734.5,  '#9c8b74', 3560854, 0.0283,   8.298,  81.105, 271.606, 201.789, 79.331002],
  ['miranda',   'Miranda',   'uranus',  6.4e19,      235.8,  '#b8bcbf',  129900, 0.0013,   4.338, 326.438,  68.312, 311.330,  1.413479],
  ['ariel',     'Ariel',     'uranus',  1.251e21,    578.9,  '#cfd2d3',  190900, 0.0012,   0.041,  22.394, 115.349,  39.481,  2.520379],
  ['umbriel',   'Umbriel',   'uranus',  1.275e21,    584.7,  '#7f8285',  266000, 0.0039,   0.128,  33.485,  84.709,  12.469,  4.144177],
  ['titania',   'Titania',   'uranus',  3.400e21,    788.4,  '#bfb5ab',  436300, 0.0011,   0.079,  99.771, 284.400,  24.614,  8.705872],
  ['oberon',    'Oberon',    'uranus',  3.076e21,    761.4,  '#a89a92',  583500, 0.0014,   0.068, 279.771, 104.400, 283.088, 13.463239],
  ['triton',    'Triton',    'neptune', 2.1389e22,  1353.4,  '#d8c3bd',  354759, 0,      156.865, 177.608,  66.142, 352.257,  5.876854],
  ['charon',    'Charon',    'pluto',   1.586e21,    606,    '#a59c96',   19591, 0.0002,   0.080,  26.928,  71.255, 147.848,  6.387230],
];
