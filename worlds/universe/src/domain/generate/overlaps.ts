import type { Entity } from '../model/state.js';

interface Place {
  readonly id: string;
  readonly radius: number;
  readonly at: readonly [number, number, number];
}

/** A warning about two new roots that overlap at time 0, or none. It costs as much as sorting the roots. */
export function overlapsIn(bodies: readonly Entity[]): string[] {
  const places = bodies.filter(({ parentId }) => parentId === null).map(placeOf);
  places.sort((one, other) => one.at[0] - other.at[0]);
  const largest = places.reduce((max, { radius }) => Math.max(max, radius), 0);
  for (const [index, one] of places.entries()) {
    for (let next = index + 1; next < places.length; next++) {
      const other = places[next] as Place;
      if (other.at[0] - one.at[0] >= one.radius + largest) break;
      const distance = Math.hypot(...one.at.map((value, axis) => value - (other.at[axis] as number)));
      if (distance < Math.max(one.radius, other.radius))
        return [`"${other.id}" is inside "${one.id}", and perhaps others are. Give a larger radius.`];
    }
  }
  return [];
}

function placeOf(body: Entity): Place {
  const [axis, phase, x, y, z] = [
    body.orbitalDistance,
    body.orbitalPhase,
    body.orbitOffsetX,
    body.orbitOffsetY,
    body.orbitOffsetZ,
  ].map(value => (typeof value === 'number' ? value : 0)) as [number, number, number, number, number];
  const at = [x + axis * Math.cos(phase), y, z - axis * Math.sin(phase)] as const;
  return { id: body.id, radius: body.radius as number, at };
}
