import { placeOnOrbit, type Star, shapeOf, tiltOf } from '@worldwire/universe/sky';
import { durationText } from '../clock/dates.js';
import { degreesText, digits, lengthText, massText, speedText } from '../format/quantities.js';

export interface Fact {
  readonly name: string;
  readonly text: string;
  /** A body to show. */
  readonly body?: string;
}

const GRAVITY = 6.6743e-11;

/** What is known of a body in words with units, at a time. `scene` has units without names. */
export function factsOf(body: Star, parent: Star | undefined, time: number, scene: boolean): Fact[] {
  const { radius, mass } = body;
  const { axis, eccentricity } = shapeOf(body);
  const facts: Fact[] = [
    { name: 'Type', text: body.bodyType ?? (body.parentId === null ? 'star' : 'planet') },
  ];
  if (parent !== undefined) facts.push({ name: 'Orbits', text: parent.name, body: parent.id });
  if (scene)
    facts.push(
      { name: 'Mass', text: `${digits(mass, 6)} Earth masses` },
      { name: 'Radius', text: digits(radius, 6) },
    );
  else {
    facts.push({ name: 'Mass', text: massText(mass) }, { name: 'Radius', text: lengthText(radius) });
    if (radius > 0 && mass > 0) {
      const metres = radius * 1_000;
      const density = mass / ((4 / 3) * Math.PI * metres ** 3);
      facts.push(
        { name: 'Density', text: `${digits(density, 4)} kg/m³` },
        { name: 'Gravity', text: `${digits((GRAVITY * mass) / metres ** 2, 4)} m/s²` },
      );
    }
  }
  if (axis > 0) facts.push(...orbitFacts(body, axis, eccentricity, time, scene));
  if (body.ring !== undefined) {
    const { innerRadiusMultiplier: inner, outerRadiusMultiplier: outer } = body.ring;
    facts.push({
      name: 'Ring',
      text: scene
        ? `${digits(inner, 3)} to ${digits(outer, 3)} radii`
        : `${lengthText(inner * radius)} to ${lengthText(outer * radius)}`,
    });
  }
  for (const name of ['spectralType', 'temperature'] as const)
    if (body[name] !== undefined)
      facts.push({
        name: name === 'temperature' ? 'Temperature' : 'Spectral type',
        text: String(body[name]),
      });
  return facts;
}

function orbitFacts(body: Star, axis: number, eccentricity: number, time: number, scene: boolean): Fact[] {
  const length = scene ? (value: number) => digits(value, 6) : lengthText;
  const facts: Fact[] = [{ name: 'Semi-major axis', text: length(axis) }];
  if (eccentricity > 0) facts.push({ name: 'Eccentricity', text: digits(eccentricity, 5) });
  const tilt = tiltOf(body);
  if (tilt !== null) {
    const inclination = Math.acos(Math.max(-1, Math.min(1, tilt[4])));
    facts.push({ name: 'Inclination', text: degreesText(inclination) });
  }
  if (body.orbitalSpeed !== 0)
    facts.push({ name: 'Period', text: durationText((2 * Math.PI) / Math.abs(body.orbitalSpeed)) });
  const at = placeOnOrbit(body, time);
  const distance = Math.hypot(
    at.x - (body.orbitOffsetX ?? 0),
    at.y - (body.orbitOffsetY ?? 0),
    at.z - (body.orbitOffsetZ ?? 0),
  );
  facts.push({ name: 'Distance now', text: length(distance) });
  if (!scene && body.orbitalSpeed !== 0) {
    // The vis-viva equation, with the mass that the mean motion implies.
    const strength = body.orbitalSpeed ** 2 * axis ** 3;
    facts.push({ name: 'Speed now', text: speedText(Math.sqrt(strength * (2 / distance - 1 / axis))) });
  }
  return facts;
}
