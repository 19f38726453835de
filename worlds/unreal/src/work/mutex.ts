/** One holder at a time, in the order of arrival. */
export class Mutex {
  #last: Promise<void> = Promise.resolve();

  /** Gives the way to let go. Rejects when the signal aborts before its turn. */
  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const before = this.#last;
    let release = () => {};
    this.#last = new Promise(resolve => {
      release = resolve;
    });
    let leave = () => {};
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
    });
    try {
      await Promise.race([before, left]);
      return release;
    } catch (thrown) {
      void before.then(release);
      throw thrown;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }
}
