import { grouped } from './text.js';

const AU = 149_597_870.7;
const LIGHT_YEAR = 9.4607e12;
const DAY = 86_400;
const YEAR = 365.25 * DAY;

export function distanceText(km: number): string {
  if (km >= LIGHT_YEAR / 10) return `${short(km / LIGHT_YEAR)} ly`;
  return km >= 1e7 ? `${short(km / AU)} AU` : `${short(km)} km`;
}

export function plainText(distance: number): string {
  return short(distance);
}

export function timeText(seconds: number): string {
  const size = Math.abs(seconds);
  if (size >= YEAR) return `${short(seconds / YEAR)} years`;
  return size >= DAY ? `${short(seconds / DAY)} days` : `${short(seconds)} s`;
}

export function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}

export function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}

/** Three significant digits. */
function short(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e7 || size < 1e-3)) return value.toExponential(1).replace('e+', 'e');
  if (size >= 1000) return grouped(Math.round(value));
  return String(Number(value.toPrecision(3)));
}
