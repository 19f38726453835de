import type { Entity } from '../model/state.js';
import { inSteps, type Steps } from '../model/steps.js';

/** Compared in about a millisecond. */
const STEP_PAIRS = 4_096;

interface Place {
  readonly id: string;
  readonly radius: number;
  readonly at: readonly [number, number, number];
}

/** A warning about two new roots that overlap at time 0, or none. It costs as much as sorting the roots. */
export function* overlapSteps(bodies: readonly Entity[]): Steps<readonly string[]> {
  const places: Place[] = [];
  yield* inSteps(bodies, body => {
    if (body.parentId === null) places.push(placeOf(body));
  });
  places.sort((one, other) => one.at[0] - other.at[0]);
  const largest = places.reduce((max, { radius }) => Math.max(max, radius), 0);
  let compared = 0;
  for (const [index, one] of places.entries()) {
    if (index % STEP_PAIRS === 0) yield;
    for (let next = index + 1; next < places.length; next++) {
      const other = places[next] as Place;
      if (other.at[0] - one.at[0] >= one.radius + largest) break;
      if (distanceOf(one.at, other.at) < Math.max(one.radius, other.radius))
        return [`"${other.id}" is inside "${one.id}", and perhaps others are. Give a larger radius.`];
      if (++compared % STEP_PAIRS === 0) yield;
    }
  }
  return [];
}

function distanceOf([x, y, z]: Place['at'], [otherX, otherY, otherZ]: Place['at']): number {
  return Math.hypot(x - otherX, y - otherY, z - otherZ);
}

function placeOf(body: Entity): Place {
  const axis = numberOf(body.orbitalDistance);
  const phase = numberOf(body.orbitalPhase);
  const x = numberOf(body.orbitOffsetX) + axis * Math.cos(phase);
  const z = numberOf(body.orbitOffsetZ) - axis * Math.sin(phase);
  return { id: body.id, radius: body.radius as number, at: [x, numberOf(body.orbitOffsetY), z] };
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
