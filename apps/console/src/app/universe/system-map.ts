import { type Entity, numberOf, textOf } from './universe-model.js';

/** Bodies of one system that the map draws. */
const MAX_DRAWN = 120;
/** Of the picture, whose half width is 1. */
const FIRST_RING = 0.16;
const LAST_RING = 0.94;

export interface PlacedBody {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /** Of the orbit around the centre. 0 for the centre. */
  readonly ring: number;
  readonly size: number;
  readonly color: string;
}

/**
 * A system seen from above: the centre, and what orbits it on circles whose radii grow with the logarithm of the distance. For
 * hosts without WebGL.
 */
export function systemMap(bodies: readonly Entity[], centre: Entity, time: number): readonly PlacedBody[] {
  const around = bodies
    .filter(body => body.parentId === centre.id)
    .map(body => ({ body, distance: numberOf(body.semiMajorAxis) ?? numberOf(body.orbitalDistance) ?? 0 }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_DRAWN);
  const logs = around.map(({ distance }) => Math.log10(Math.max(distance, 1)));
  const [least, most] = [logs[0] ?? 0, logs.at(-1) ?? 1];
  const placed = around.map(({ body }, index) => {
    const share = most === least ? 0.5 : ((logs[index] as number) - least) / (most - least);
    const ring = FIRST_RING + share * (LAST_RING - FIRST_RING);
    const angle = (numberOf(body.orbitalPhase) ?? 0) + (numberOf(body.orbitalSpeed) ?? 0) * time;
    return { ...drawn(body, 0.02), ring, x: ring * Math.cos(angle), y: -ring * Math.sin(angle) };
  });
  return [{ ...drawn(centre, 0.06), ring: 0, x: 0, y: 0 }, ...placed];
}

/** The centre of the map: the body itself if others orbit it, or what it orbits. */
export function centreOf(bodies: readonly Entity[], id: string | undefined): Entity | undefined {
  const byId = new Map(bodies.map(body => [body.id, body]));
  const wanted = id === undefined ? undefined : byId.get(id);
  if (wanted !== undefined) {
    if (bodies.some(({ parentId }) => parentId === wanted.id)) return wanted;
    const parent = byId.get(textOf(wanted, 'parentId') ?? '');
    if (parent !== undefined) return parent;
  }
  const counts = new Map<string, number>();
  for (const { parentId } of bodies)
    if (typeof parentId === 'string') counts.set(parentId, (counts.get(parentId) ?? 0) + 1);
  const [largest] = [...counts].sort((a, b) => b[1] - a[1]);
  return byId.get(largest?.[0] ?? '') ?? wanted ?? bodies[0];
}

function drawn(body: Entity, size: number): Pick<PlacedBody, 'id' | 'size' | 'color'> {
  const color = textOf(body, 'color') ?? '';
  const mass = numberOf(body.mass) ?? 0;
  const more = mass > 0 ? Math.min(Math.max(Math.log10(mass) - 22, 0), 8) * 0.003 : 0;
  return { id: body.id, size: size + more, color: /^#[0-9a-f]{6}$/i.test(color) ? color : '#9aa4b2' };
}
