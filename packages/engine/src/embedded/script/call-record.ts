import type { HookCall, HookCalls } from '../../port/operations.js';

/** Calls that are kept, the latest. */
const MAX_CALLS = 256;
const MAX_ARGUMENT = 200;
const MAX_ARGUMENTS = 16;
const MAX_PATH = 1000;

/** The last calls of a method, and the number of all. */
export class CallRecord {
  readonly #calls: Omit<HookCall, 'number'>[] = [];
  total = 0;

  add({ args, path, ...call }: Omit<HookCall, 'number'>): void {
    const kept = {
      ...call,
      ...(path !== undefined && { path: cut(path, MAX_PATH) }),
      args: args.slice(0, MAX_ARGUMENTS).map(text => cut(text, MAX_ARGUMENT)),
    };
    // A ring: the oldest call is replaced.
    this.#calls[this.total++ % MAX_CALLS] = kept;
  }

  /** Without `since` the last calls; with it those after that number, the oldest first. */
  read(since: number | undefined, limit: number): Pick<HookCalls, 'total' | 'items' | 'dropped' | 'next'> {
    const { total } = this;
    const after = Math.min(since ?? 0, total);
    const oldest = Math.max(after, total - MAX_CALLS);
    const begin = since === undefined ? Math.max(oldest, total - limit) : oldest;
    const end = Math.min(total, begin + limit);
    const items: HookCall[] = [];
    for (let at = begin; at < end; at++) {
      items.push({ number: at + 1, ...(this.#calls[at % MAX_CALLS] as Omit<HookCall, 'number'>) });
    }
    return { total, items, dropped: oldest - after, next: end };
  }
}

/** A copy, because a part of a text keeps the whole text in memory. */
function cut(text: string, max: number): string {
  return text.length <= max ? text : Buffer.from(`${text.slice(0, max - 3)}...`).toString();
}
