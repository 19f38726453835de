import { describe, expect, it } from 'vitest';
import { axesOf, directionOf, readCamera, writeCamera } from './camera.js';
import { flightOf } from './flight.js';

describe('the text of a camera', () => {
  it('gives the same camera again', () => {
    const text = writeCamera({
      focus: 'a, b/ü',
      offset: [1, -2.5, 3e9],
      azimuth: 1.25,
      elevation: -0.5,
      distance: 420_000,
    });
    expect(writeCamera(readCamera(text)!)).toBe(text);
    expect(readCamera(text)?.focus).toBe('a, b/ü');
  });

  it.each(['', 'x', '1,2,3', '1,2,NaN,sun', '1,2,3,sun,4', undefined])('is refused: %s', text => {
    expect(readCamera(text)).toBeUndefined();
  });

  it('is kept within what the camera can do', () => {
    expect(readCamera('0,200,1e99,sun')).toMatchObject({ distance: 1e21 });
    expect(readCamera('0,200,1e99,sun')!.elevation).toBeLessThan(Math.PI / 2);
  });
});

describe('the axes of a camera', () => {
  it('are perpendicular, with north up', () => {
    const state = { ...readCamera('40,25,1,')! };
    const [back, { right, up }] = [directionOf(state), axesOf(state)];
    const dot = (a: readonly number[], b: readonly number[]) =>
      a.reduce((sum, value, index) => sum + value * b[index]!, 0);
    expect(dot(back, right)).toBeCloseTo(0, 12);
    expect(dot(back, up)).toBeCloseTo(0, 12);
    expect(dot(right, up)).toBeCloseTo(0, 12);
    expect(up[1]).toBeGreaterThan(0);
  });
});

describe('a flight', () => {
  it.each([
    [1e9, 1e4, 1e4],
    [1e17, 1e3, 1e12],
    [0, 1e6, 1e3],
    [5, 10, 10],
  ])('over %d km begins and ends at the right distance, and never goes back', (apart, from, to) => {
    const path = flightOf(apart, from, to);
    expect(path.at(0).distance / from).toBeCloseTo(1, 6);
    expect(path.at(1)).toEqual({ way: 1, distance: to });
    let last = -1;
    for (let share = 0; share <= 1; share += 0.05) {
      const { way, distance } = path.at(share);
      expect(way).toBeGreaterThanOrEqual(last);
      expect(distance).toBeGreaterThan(0);
      last = way;
    }
  });

  it('rises so far that both ends would be seen', () => {
    const path = flightOf(1e9, 1e4, 1e4);
    expect(path.at(0.5).distance).toBeGreaterThan(1e8);
  });
});
