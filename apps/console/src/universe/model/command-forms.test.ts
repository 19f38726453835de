import type { Star } from '@worldwire/universe/sky';
import { describe, expect, it } from 'vitest';
import { commandOf, formOf, freeId, newBody } from './command-forms.js';

const schema = {
  type: 'object',
  required: ['type', 'id', 'payload'],
  properties: {
    type: { const: 'updateStar' },
    id: { type: 'string' },
    payload: {
      type: 'object',
      properties: {
        id: { type: 'string' },
        name: { type: 'string' },
        parentId: { type: 'string' },
        eccentricity: { anyOf: [{ type: 'number', minimum: 0 }, { type: 'null' }] },
        orbitOffsetX: { type: ['number', 'null'] },
        children: { type: 'array' },
      },
    },
  },
} as const;

describe('the form of a command', () => {
  it('has the fields of the payload beside those of the command, without null and lists', () => {
    expect(formOf(schema)).toEqual({
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'string' },
        name: { type: 'string' },
        eccentricity: { type: 'number', minimum: 0 },
        orbitOffsetX: { type: 'number' },
      },
    });
  });

  it('sends only changed fields, and null for a field that was emptied', () => {
    const before = { id: 'earth', name: 'Earth', eccentricity: 0.1 };
    expect(commandOf('updateStar', schema, { id: 'earth', name: 'Terra' }, before)).toEqual({
      type: 'updateStar',
      id: 'earth',
      payload: { name: 'Terra', eccentricity: null },
    });
  });

  it('sends a command without a payload as it is', () => {
    const plain = { properties: { type: { const: 'removeStar' }, id: { type: 'string' } } } as const;
    expect(commandOf('removeStar', plain, { id: 'moon' })).toEqual({ type: 'removeStar', id: 'moon' });
  });
});

describe('a new body', () => {
  it("orbits beyond the outermost satellite with the period of Kepler's third law", () => {
    const sun = { id: 'sun', mass: 1.98841e30, radius: 695_700 } as Star;
    const planet = newBody('planet', sun, 1.0686e8, 'planet-1');
    expect(planet).toMatchObject({
      id: 'planet-1',
      name: 'Planet 1',
      parentId: 'sun',
      orbitalDistance: 149_600_000,
    });
    const year = (2 * Math.PI) / (planet.orbitalSpeed as number) / 86_400;
    expect(year).toBeCloseTo(365.26, 1);
  });

  it('gets an id that is free', () => {
    expect(freeId('moon', id => id === 'moon-1' || id === 'moon-2')).toBe('moon-3');
  });
});
