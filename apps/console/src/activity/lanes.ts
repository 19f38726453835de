import type { Span } from '../state/spans.js';

/** A span with its place in its lane. */
export interface PlacedSpan {
  readonly span: Span;
  /** From 0 to 1 of the window. */
  readonly left: number;
  readonly width: number;
  /** 0 for the first row. Spans that overlap have different rows. */
  readonly row: number;
}

export interface Lane {
  readonly caller: string;
  readonly rows: number;
  readonly spans: readonly PlacedSpan[];
}

const MAX_ROWS = 4;
/** Of the window: a shorter span is drawn this wide. */
const MIN_WIDTH = 0.004;

/** Lanes of agents over a window of time, in the order of their names. A call that runs ends at the end of the window. */
export function lanesOf(spans: readonly Span[], from: number, to: number): readonly Lane[] {
  const length = Math.max(1, to - from);
  const lanes = new Map<string, { ends: number[]; spans: PlacedSpan[] }>();
  for (const span of spans) {
    const end = span.end ?? to;
    if (end < from || span.start > to) continue;
    const left = Math.max(0, (span.start - from) / length);
    const width = Math.max(MIN_WIDTH, (Math.min(end, to) - Math.max(span.start, from)) / length);
    const lane = lanes.get(span.caller) ?? { ends: [], spans: [] };
    lanes.set(span.caller, lane);
    const free = lane.ends.findIndex(rowEnd => rowEnd <= left);
    const row = free >= 0 ? free : Math.min(lane.ends.length, MAX_ROWS - 1);
    lane.ends[row] = left + width;
    lane.spans.push({ span, left, width, row });
  }
  return [...lanes]
    .map(([caller, { ends, spans: placed }]) => ({ caller, rows: ends.length, spans: placed }))
    .sort((a, b) => (a.caller < b.caller ? -1 : 1));
}
