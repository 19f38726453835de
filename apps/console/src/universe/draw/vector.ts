import type { Triple } from './frame.js';

/** `{x, y, z}` or `[x, y, z]` of a state. What is no number is 0. */
export function vectorOf(position: unknown): Triple {
  if (Array.isArray(position)) return [numberOf(position[0]), numberOf(position[1]), numberOf(position[2])];
  const { x, y, z } = (position ?? {}) as { x?: unknown; y?: unknown; z?: unknown };
  return [numberOf(x), numberOf(y), numberOf(z)];
}

export function numberOf(value: unknown, fallback = 0): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}
