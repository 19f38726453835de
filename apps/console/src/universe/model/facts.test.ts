import type { Star } from '@worldwire/universe/sky';
import { describe, expect, it } from 'vitest';
import { factsOf } from './facts.js';

const earth = {
  id: 'earth',
  name: 'Earth',
  bodyType: 'planet',
  parentId: 'sun',
  mass: 5.9722e24,
  radius: 6371,
  color: '#4f86d9',
  children: [],
  orbitalDistance: 149_598_261,
  semiMajorAxis: 149_598_261,
  eccentricity: 0.01671123,
  orbitalSpeed: 1.99098657e-7,
  orbitalPhase: 0,
} as Star;

describe('facts of a body', () => {
  it('have units that a person reads', () => {
    const facts = Object.fromEntries(
      factsOf(earth, undefined, 0, false).map(({ name, text }) => [name, text]),
    );
    expect(facts).toMatchObject({
      Mass: '5.972 × 10²⁴ kg (1 Earth masses)',
      Radius: '6,371 km',
      Density: '5,513 kg/m³',
      Gravity: '9.82 m/s²',
      Period: '1 year',
      'Semi-major axis': '149,598,261 km (1 AU)',
      'Distance now': '147,098,290 km (0.9833 AU)',
      'Speed now': '30.29 km/s',
    });
  });

  it('have no invented units in a universe without them', () => {
    const facts = factsOf({ ...earth, radius: 2, mass: 3 }, undefined, 0, true);
    expect(facts.map(({ text }) => text).join(' ')).not.toMatch(/km|kg|AU/);
  });
});
