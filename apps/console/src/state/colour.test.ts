import { expect, it } from 'vitest';
import { colourOf } from './colour.js';

const NAMES = Array.from({ length: 2_000 }, (_, index) => `agent-${index}`);

it('a colour has a contrast of 3:1 on the backgrounds of both themes', () => {
  for (const colour of new Set(NAMES.map(colourOf))) {
    expect(contrast(colour, '#0b0d10'), colour).toBeGreaterThanOrEqual(3);
    expect(contrast(colour, '#ffffff'), colour).toBeGreaterThanOrEqual(3);
  }
});

it('a name has one colour, and names spread over all of them', () => {
  expect(colourOf('claude')).toBe(colourOf('claude'));
  expect(new Set(NAMES.map(colourOf)).size).toBeGreaterThan(30);
});

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map(at => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
