import type { PackageLimits } from './package.js';

/** Enough for the largest levels that editors save. */
export const DEFAULT_LIMITS: PackageLimits = {
  entries: 2_000_000,
  text: 4_000_000,
  values: 500_000,
  depth: 32,
  bytes: 128 * 1024 * 1024,
  pixels: 4_096 * 4_096,
  pictureBytes: 32 * 1024 * 1024,
};
