/**
 * The outcome of `work`, or a rejection with the signal's reason as soon as it aborts. The work itself goes on: its outcome
 * is dropped.
 *
 *     const answer = await untilAborted(editor.call('describe'), context.signal);
 */
export function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
