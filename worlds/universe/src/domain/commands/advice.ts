import type { Entity } from '../model/state.js';
import type { Store } from '../model/store.js';

/** Bodies beside a new one that are compared with it, so that the cost does not grow with the universe. */
const MAX_COMPARED = 64;
/** Bodies without a mass of their own. */
const MASSLESS: ReadonlySet<unknown> = new Set(['lagrangePoint']);

type Fields = Readonly<Record<string, unknown>>;

/** What may be a mistake in a command that was applied. `given` is the command before its defaults were added. */
export function adviceOn(store: Store, given: unknown): string[] {
  const command = given as Fields;
  if (command.type !== 'addStar') return [];
  const part = (command.payload ?? {}) as Fields;
  const body = store.get('stars', String(command.id));
  if (body === undefined) return [];
  const missing = part.mass === undefined && !MASSLESS.has(body.bodyType);
  return [
    ...(missing ? [`"${body.id}" has no mass, so it has the default of ${body.mass} kg.`] : []),
    ...insideOther(store, body),
  ];
}

/** Whether a new body lies inside another one. Compares it with its parent and with some bodies beside it, in the units of km. */
export function insideOther(store: Store, body: Entity): string[] {
  if (store.units === 'scene') return [];
  const parentId = body.parentId as string | null;
  const parent = parentId === null ? undefined : store.get('stars', parentId);
  if (parent !== undefined) {
    const nearest = axisOf(body) * (1 - numberOf(body.eccentricity));
    if (offsetOf(body).every(offset => offset === 0) && nearest < numberOf(parent.radius)) {
      return [
        `"${body.id}" is inside "${parent.id}": its orbit comes within ${nearest} km of the centre, and the radius of "${parent.id}" is ${parent.radius} km. Set orbitalDistance.`,
      ];
    }
  }
  let compared = 0;
  for (const id of store.list(parent === undefined ? 'rootIds' : 'children', parentId)) {
    if (++compared > MAX_COMPARED) break;
    const other = store.get('stars', id);
    if (other === undefined || id === body.id || !overlaps(body, other)) continue;
    return [
      `"${body.id}" is inside "${id}": both have the same place. Set orbitalDistance and orbitalPhase, or orbitOffsetX, Y and Z.`,
    ];
  }
  return [];
}

/** Whether two bodies with one parent have the same orbit and phase, up to their radii. */
function overlaps(one: Entity, other: Entity): boolean {
  const reach = Math.max(numberOf(one.radius), numberOf(other.radius));
  // The cheapest comparison first: nearly all bodies are apart.
  if (Math.abs(axisOf(one) - axisOf(other)) >= reach) return false;
  const turned = Math.abs(numberOf(one.orbitalPhase) - numberOf(other.orbitalPhase)) * axisOf(one);
  if (turned >= reach) return false;
  const offsets = offsetOf(other);
  return Math.hypot(...offsetOf(one).map((value, index) => value - (offsets[index] as number))) < reach;
}

function axisOf({ semiMajorAxis, orbitalDistance }: Entity): number {
  return numberOf(semiMajorAxis ?? orbitalDistance);
}

function offsetOf({ orbitOffsetX, orbitOffsetY, orbitOffsetZ }: Entity): number[] {
  return [orbitOffsetX, orbitOffsetY, orbitOffsetZ].map(numberOf);
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
