/** Whether a value must be waited for. What is there already is not: a turn of the loop costs more than most reads. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    value instanceof Promise || typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
  );
}
