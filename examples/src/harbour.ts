/** The harbour is a pure function of time: nothing runs in the background. */

export type ShipKind = 'ferry' | 'trawler' | 'cargo' | 'pilot' | 'yacht';
export const SHIP_KINDS = [
  'ferry',
  'trawler',
  'cargo',
  'pilot',
  'yacht',
] as const satisfies readonly ShipKind[];

export interface Ship {
  readonly id: string;
  readonly name: string;
  readonly kind: ShipKind;
  /** Round trip, in the chart's cells east and north of its south-west corner. The first point is the berth. */
  readonly route: readonly Point[];
  /** How long a round trip takes; the first fifth of it is spent at the berth. */
  readonly lapSeconds: number;
}

export interface Point {
  readonly east: number;
  readonly north: number;
}

export interface Sighting extends Point {
  readonly state: 'moored' | 'under way';
  /** Degrees from north, while it moves. */
  readonly heading?: number;
}

const MOORED_SHARE = 0.2;

export const SHIPS: readonly Ship[] = [
  ship('albatross', 'Albatross', 'ferry', 90, [8, 2], [18, 4], [44, 5], [20, 3]),
  ship('bonny-jean', 'Bonny Jean', 'trawler', 140, [10, 1], [24, 7], [38, 9], [30, 5]),
  ship('cormorant', 'Cormorant', 'pilot', 60, [6, 3], [14, 6], [22, 6], [14, 3]),
  ship('dagmar', 'Dagmar', 'cargo', 240, [12, 2], [28, 3], [46, 2], [46, 8], [28, 8]),
  ship('evening-star', 'Evening Star', 'yacht', 110, [7, 1], [20, 8], [34, 7], [26, 2]),
  ship('fulmar', 'Fulmar', 'trawler', 170, [9, 3], [26, 9], [42, 7], [32, 4]),
  ship('grey-lady', 'Grey Lady', 'cargo', 300, [11, 1], [30, 1], [47, 6], [30, 9]),
  ship('halcyon', 'Halcyon', 'yacht', 80, [6, 2], [16, 8], [28, 6], [18, 2]),
  ship('iona', 'Iona', 'ferry', 100, [8, 1], [22, 2], [45, 4], [24, 5]),
  ship('jolly-otter', 'Jolly Otter', 'yacht', 70, [7, 3], [17, 7], [25, 8], [19, 5]),
  ship('kittiwake', 'Kittiwake', 'trawler', 190, [10, 3], [27, 6], [43, 9], [36, 3]),
  ship('lodestar', 'Lodestar', 'pilot', 50, [5, 2], [13, 5], [20, 4], [12, 2]),
];

export function findShip(id: string): Ship | undefined {
  return SHIPS.find(ship => ship.id === id);
}

/** The position of a ship at a time in milliseconds. */
export function sight({ route, lapSeconds }: Ship, at: number): Sighting {
  const lap = (at / 1000 / lapSeconds) % 1;
  const berth = route[0] as Point;
  if (lap < MOORED_SHARE) return { ...berth, state: 'moored' };
  const legs = route.map((from, index) => ({ from, to: route[(index + 1) % route.length] as Point }));
  const whole = legs.reduce((sum, leg) => sum + distance(leg), 0);
  let left = ((lap - MOORED_SHARE) / (1 - MOORED_SHARE)) * whole;
  for (const leg of legs) {
    const length = distance(leg);
    if (left <= length) return { ...along(leg, left / length), state: 'under way', heading: heading(leg) };
    left -= length;
  }
  return { ...berth, state: 'moored' };
}

/** Where the lighthouse's beam points, in degrees from north. */
export function beam(periodSeconds: number, at: number): number {
  return Math.floor((360 * ((at / 1000) % periodSeconds)) / periodSeconds);
}

/** Metres above the chart's zero. A tide of six minutes, so that a visitor sees it turn. */
export function tide(at: number): number {
  return round(2 + 1.5 * Math.sin((2 * Math.PI * at) / 360_000));
}

interface Leg {
  readonly from: Point;
  readonly to: Point;
}

function along({ from, to }: Leg, share: number): Point {
  return {
    east: round(from.east + (to.east - from.east) * share),
    north: round(from.north + (to.north - from.north) * share),
  };
}

function distance({ from, to }: Leg): number {
  return Math.hypot(to.east - from.east, to.north - from.north);
}

function heading({ from, to }: Leg): number {
  const degrees = (Math.atan2(to.east - from.east, to.north - from.north) * 180) / Math.PI;
  return Math.round(degrees + 360) % 360;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function ship(
  id: string,
  name: string,
  kind: ShipKind,
  lapSeconds: number,
  ...route: [number, number][]
): Ship {
  return { id, name, kind, lapSeconds, route: route.map(([east, north]) => ({ east, north })) };
}
