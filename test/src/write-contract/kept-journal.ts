import { type Append, type Journal, MemoryJournal } from '@worldwire/journal';

/** A journal that outlives its servers, and what it was given to keep as inverses. */
export function keptJournal(journal: Journal = new MemoryJournal()): {
  readonly journal: Journal;
  readonly inverses: () => readonly unknown[];
} {
  const kept: unknown[] = [];
  const watched = new Proxy(journal, {
    get(target, name) {
      if (name === 'close') return async () => {};
      if (name === 'append')
        return (append: Append) => {
          kept.push(...append.entries.map(({ inverse }) => inverse));
          return target.append(append);
        };
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { journal: watched, inverses: () => kept };
}
