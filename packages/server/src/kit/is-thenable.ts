/** Whether a value must be awaited. Synchronous values are not: an extra turn costs more than most reads. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    value instanceof Promise || typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
  );
}
