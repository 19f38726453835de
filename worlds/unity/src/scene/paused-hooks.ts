import { join } from 'node:path';
import { Mutex, unlessMissing } from '@worldwire/server/kit';
import { z } from 'zod';
import { readBounded } from '../files/read-bounded.js';
import { replaceFile } from '../files/replace-file.js';

const NAME = 'paused-hooks.json';
const MAX_BYTES = 4 * 1024 * 1024;
/** Processes of engines, the oldest is forgotten first. */
const MAX_INSTANCES = 32;
/** Characters of all signatures of one process. The hooks behind them stay disabled after a restart of the server. */
const MAX_CHARACTERS = 16_000;

const recordsSchema = z.record(z.string(), z.array(z.string()));

/**
 * Hooks that were disabled while the operator had closed code, by the process of their engine. Kept in a file: an engine and its
 * disabled hooks outlive the server, which opens all gates when it starts.
 */
export class PausedHooks {
  readonly #path: string;
  readonly #saving = new Mutex();
  #known: Promise<Map<string, ReadonlySet<string>>> | undefined;

  constructor(folder: string) {
    this.#path = join(folder, NAME);
  }

  async of(instance: string): Promise<ReadonlySet<string>> {
    return (await this.#all()).get(instance) ?? new Set();
  }

  async change(
    instance: string,
    { add = [], remove = [] }: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
  ): Promise<void> {
    await this.#saving.run(async () => {
      const known = await this.#all();
      const before = known.get(instance) ?? new Set();
      const after = new Set([...before, ...add]);
      for (const signature of remove) after.delete(signature);
      if (after.size === before.size && [...after].every(signature => before.has(signature))) return;
      known.delete(instance);
      if (after.size > 0) known.set(instance, after);
      const [oldest] = known.keys();
      if (known.size > MAX_INSTANCES && oldest !== undefined) known.delete(oldest);
      const records = [...known].map(([name, signatures]) => [name, fitting([...signatures])]);
      await replaceFile(this.#path, `${JSON.stringify(Object.fromEntries(records))}\n`);
    });
  }

  #all(): Promise<Map<string, ReadonlySet<string>>> {
    this.#known ??= this.#read().catch(thrown => {
      this.#known = undefined;
      throw thrown;
    });
    return this.#known;
  }

  /** A damaged file has none. */
  async #read(): Promise<Map<string, ReadonlySet<string>>> {
    const text = await unlessMissing(readBounded(this.#path, MAX_BYTES));
    const records = text === undefined ? {} : (recordsSchema.safeParse(parsed(text)).data ?? {});
    return new Map(Object.entries(records).map(([name, signatures]) => [name, new Set(signatures)]));
  }
}

function fitting(signatures: readonly string[]): readonly string[] {
  let left = MAX_CHARACTERS;
  return signatures.filter(({ length }) => {
    left -= length;
    return left >= 0;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
