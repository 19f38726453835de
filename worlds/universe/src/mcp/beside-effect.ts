import type { JsonValue } from '@worldwire/protocol';
import { countItems, type PlannedEffect, type PlannedItem } from '@worldwire/server';
import type { Sent } from '../service/sent.js';

/** The effect of a write that is not an entry of the log: a bookmark, or a new universe. */
export function besideEffect(
  id: string,
  { before, after, undo }: NonNullable<Sent['beside']>,
): PlannedEffect {
  const [old, now] = [
    before as Readonly<Record<string, JsonValue>>,
    after as Readonly<Record<string, JsonValue>>,
  ];
  const all = Object.keys(now).map((place): PlannedItem => {
    const [was, is] = [old[place] ?? null, now[place] ?? null];
    const what = was === null ? 'adds' : is === null ? 'removes' : was === is ? 'changes' : 'overwrites';
    return { what, subject: place, before: was, after: is };
  });
  const [first] = all;
  // The sentence names the place that stays as it is.
  const items = all.filter(({ before, after }) => before !== after);
  return {
    sentence: first === undefined ? 'Changes nothing.' : sentenceOf(id, first),
    items,
    totals: countItems(items),
    undo: typeof undo === 'string' ? undo : JSON.stringify(undo),
  };
}

function sentenceOf(id: string, { what, subject, before, after }: PlannedItem): string {
  const [kind = '', ...rest] = subject.split('/');
  const name = rest.join('/');
  if (kind === 'universes') return `Adds the universe "${name}".`;
  const bookmark = `the bookmark "${name}" of universe "${id}"`;
  switch (what) {
    case 'adds':
      return `Adds ${bookmark} at revision ${after}.`;
    case 'removes':
      return `Removes ${bookmark} at revision ${before}.`;
    case 'overwrites':
      return `Moves ${bookmark} from revision ${before} to ${after}.`;
    default:
      return `Changes nothing: ${bookmark} is at revision ${after} already.`;
  }
}
