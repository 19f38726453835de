export interface LoopbackTotals {
  readonly streams: number;
  readonly answers: number;
  readonly refused: number;
  readonly longestMs: number;
  readonly heapMiB: readonly number[];
}

export function fuzzLoopback(count: number, seed?: number): Promise<LoopbackTotals>;
