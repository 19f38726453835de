const STEPS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** A distance of time in its largest unit: `now`, `12 s ago`, `3 min ago`, `in 9 min`. */
export function agoText(ms: number): string {
  const distance = Math.abs(ms);
  for (const [unit, size] of STEPS)
    if (distance >= size) {
      const text = `${Math.floor(distance / size)} ${unit}`;
      return ms < 0 ? `in ${text}` : `${text} ago`;
    }
  return 'now';
}

/** A duration: `12 ms`, `1.2 s`, `3 min`. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  return `${(ms / 3_600_000).toFixed(1)} h`;
}
