import { Problem } from '../errors/problem.js';

/** The one item whose id begins with what the person typed. `what` and `list` are for the error: "session", "sessions". */
export function byPrefix<Item extends { readonly id: string }>(
  items: readonly Item[],
  typed: string,
  what: string,
  command: string,
): Item {
  const exact = items.find(({ id }) => id === typed);
  const found = exact === undefined ? items.filter(({ id }) => id.startsWith(typed)) : [exact];
  const [item, ...others] = found;
  if (item !== undefined && others.length === 0) return item;
  throw Problem.failure(
    item === undefined
      ? `No ${what} has an id that begins with "${typed}". "${command}" lists them.`
      : `${found.length} ids begin with "${typed}": ${found
          .slice(0, 5)
          .map(({ id }) => id)
          .join(', ')}. Type more of one.`,
  );
}
