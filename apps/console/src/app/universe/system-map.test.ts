import { describe, expect, it } from 'vitest';
import { centreOf, systemMap } from './system-map.js';

const body = (id: string, parentId: string | null, more = {}) => ({ in: 'stars', id, parentId, ...more });
const sun = body('sun', null, { color: '#ffd27a' });
const earth = body('earth', 'sun', { orbitalDistance: 1.5e8, orbitalPhase: 0, orbitalSpeed: 1 });
const jupiter = body('jupiter', 'sun', { semiMajorAxis: 7.8e8 });
const moon = body('moon', 'earth', { orbitalDistance: 4e5 });
const all = [sun, earth, jupiter, moon];

describe('the map of a system', () => {
  it('has the centre and what orbits it, the farther on the larger circle', () => {
    const map = systemMap(all, sun, 0);
    expect(map.map(({ id }) => id)).toEqual(['sun', 'earth', 'jupiter']);
    expect(map.map(({ ring }) => ring)).toEqual([0, 0.16, 0.94]);
  });

  it('moves bodies with time, counter-clockwise', () => {
    const [, placed] = systemMap(all, sun, Math.PI / 2);
    expect(placed?.x).toBeCloseTo(0, 9);
    expect(placed?.y).toBeCloseTo(-0.16, 9);
  });

  it('draws no colour that is not one', () => {
    const [centre] = systemMap(all, { ...sun, color: 'url(https://example.org)' }, 0);
    expect(centre?.color).toBe('#9aa4b2');
  });
});

describe('the centre of the map', () => {
  it.each([
    ['sun', 'sun'],
    ['earth', 'earth'],
    ['moon', 'earth'],
    [undefined, 'sun'],
    ['absent', 'sun'],
  ])('for %s is %s', (wanted, centre) => {
    expect(centreOf(all, wanted)?.id).toBe(centre);
  });

  it('is absent in an empty universe', () => {
    expect(centreOf([], undefined)).toBeUndefined();
  });
});
