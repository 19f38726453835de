import type { Actor } from './answers.js';

/** An actor on the map. North is up, as the forward axis x of Unreal; east is y. */
export interface MapActor {
  readonly path: string;
  readonly label: string;
  readonly kind: string;
  readonly x: number;
  readonly y: number;
  /** Radians, clockwise from north. */
  readonly yaw: number;
  readonly symbol: 'light' | 'camera' | 'start' | 'mesh' | 'volume' | 'other';
  /** The larger factor of its scale on the ground. */
  readonly size: number;
}

/** Actors without a known place in the level are left out. */
export function mapActors(actors: readonly Actor[]): readonly MapActor[] {
  return actors.flatMap(({ path, name, label, class: kind, location, rotation, scale }) => {
    if (location === undefined) return [];
    if (![location.x, location.y].every(Number.isFinite)) return [];
    return [
      {
        path,
        label: label ?? name,
        kind,
        x: location.y,
        y: -location.x,
        yaw: ((rotation?.yaw ?? 0) * Math.PI) / 180,
        symbol: symbolOf(kind),
        size: Math.max(Math.abs(scale?.x ?? 1), Math.abs(scale?.y ?? 1)),
      },
    ];
  });
}

export function symbolOf(kind: string): MapActor['symbol'] {
  if (/Light|Lantern|Lamp/.test(kind)) return 'light';
  if (/Camera/.test(kind)) return 'camera';
  if (/PlayerStart|TargetPoint/.test(kind)) return 'start';
  if (/Volume|Trigger|Brush|Fog|Bounds/.test(kind)) return 'volume';
  if (/Mesh|Foliage|Landscape/.test(kind)) return 'mesh';
  return 'other';
}

/** Classes with the number of their actors, the most first. */
export function classesOf(
  actors: readonly Actor[],
): readonly { readonly name: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { class: kind } of actors) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

/** A step of the grid in centimetres that is at least `pixels` wide: 1, 2 or 5 times a power of ten. */
export function gridStep(scale: number, pixels: number): number {
  const least = pixels / scale;
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map(factor => factor * power).find(step => step >= least) ?? power * 10;
}

/** A length in words: centimetres of Unreal as metres or kilometres. */
export function lengthText(centimetres: number): string {
  if (centimetres >= 100_000) return `${Number((centimetres / 100_000).toPrecision(3))} km`;
  if (centimetres >= 100) return `${Number((centimetres / 100).toPrecision(3))} m`;
  return `${Number(centimetres.toPrecision(3))} cm`;
}

/** A hue for a class, the same in every browser. */
export function hueOf(kind: string): number {
  let hash = 7;
  for (const letter of kind) hash = (hash * 31 + letter.codePointAt(0)!) % 100_003;
  return hash % 360;
}
