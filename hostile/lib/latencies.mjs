/**
 * @param {number[]} values milliseconds
 * @returns {{ count: number, p50: number, p99: number, max: number }}
 */
export function summarize(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (/** @type {number} */ part) =>
    sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? Number.NaN };
}
