export interface InProcessTotals {
  readonly streams: number;
  readonly bytes: number;
  readonly messages: number;
  readonly malformed: number;
  readonly fatal: number;
  readonly longestMs: number;
  readonly heapMiB: readonly number[];
}

export function fuzzInProcess(count: number, seed?: number): InProcessTotals;
