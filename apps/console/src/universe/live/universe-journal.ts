import { getJson, sendJson } from '../../api/http.js';
import { callMethod } from '../../api/mcp.js';
import type { Bookmark, Journal, JournalEntry } from '../../time/journal.js';
import type { FollowedUniverse } from './followed-universe.js';
import { sendConfirmed } from './send-command.js';

const PAGE = 200;

interface HistoryItem {
  readonly revision: number;
  readonly at: string;
  readonly principal?: string;
  readonly command: Readonly<Record<string, unknown>>;
  readonly events?: readonly Readonly<Record<string, unknown>>[];
  readonly undoes?: number;
}

/** The journal of a universe for the time bar. */
export function universeJournal(world: string, universe: FollowedUniverse): Journal {
  const history = async (from: number, to: number): Promise<HistoryItem[]> => {
    const items: HistoryItem[] = [];
    let cursor: number | undefined = to + 1;
    while (cursor !== undefined && cursor > from) {
      const page: { items: readonly HistoryItem[]; nextCursor?: number } = await getJson(
        `${universe.path}/history?cursor=${cursor}&limit=${Math.min(PAGE, cursor - from)}`,
      );
      items.push(...page.items.filter(({ revision }) => revision >= from));
      cursor = page.nextCursor;
    }
    return items.reverse();
  };
  const undo = async (revision?: number) => {
    await sendJson(
      'POST',
      `${universe.path}/undo?returning=changes`,
      revision === undefined ? {} : { revision },
    );
    await universe.pull();
  };
  return {
    newest: universe.newest,
    state: universe.state,
    hasStates: true,
    entries: async (from, to) => (await history(from, to)).map(entryOf),
    undo,
    canRedo: entries => newestUndo(entries) !== undefined,
    /** Takes back the newest undo that was not itself taken back. */
    redo: async () => {
      const newest = universe.newest.peek();
      const items = await history(Math.max(1, newest - PAGE), newest);
      const revision = newestUndo(items);
      if (revision === undefined) throw new Error('There is no undo to take back.');
      await undo(revision);
    },
    restore: async revision => {
      await sendConfirmed(world, universe.id, { type: 'restore', revision });
      await universe.pull();
    },
    bookmark: async (name, revision) => {
      await sendConfirmed(world, universe.id, { type: 'bookmark', name, revision });
    },
    bookmarks: async () => {
      const { contents } = await callMethod<{ contents: readonly { text?: string }[] }>(
        world,
        'resources/read',
        {
          uri: `universe://${encodeURIComponent(universe.id)}/bookmarks`,
        },
      );
      const read = JSON.parse(contents[0]?.text ?? '{}') as { items?: Bookmark[] };
      return (read.items ?? []).map(({ name, revision }) => ({ name, revision }));
    },
  };
}

/** The newest undo at the end of a history, oldest first. A later undo of it cancels it; any other command ends the search. */
export function newestUndo(
  items: readonly { readonly revision: number; readonly undoes?: number }[],
): number | undefined {
  const cancelled = new Set<number>();
  for (const { revision, undoes } of [...items].reverse()) {
    if (undoes === undefined) return undefined;
    if (cancelled.has(revision)) continue;
    const target = items.find(item => item.revision === undoes);
    // An undo of an undo is a redo.
    if (target?.undoes === undefined) return revision;
    cancelled.add(undoes);
  }
  return undefined;
}

export function entryOf({
  revision,
  at,
  principal,
  command,
  events = [],
  undoes,
}: HistoryItem): JournalEntry {
  const named = ['id', 'childId', 'starId', 'planetId', 'groupId'].map(name => command[name]);
  const child = (command.child as { id?: unknown } | undefined)?.id;
  const touched = [...named, child, ...events.map(({ id }) => id)].filter(id => typeof id === 'string');
  const subject = undoes ?? touched[0] ?? command.name ?? command.revision;
  return {
    revision,
    at,
    ...(principal !== undefined && { principal }),
    what: `${String(command.type)}${subject === undefined ? '' : ` ${String(subject)}`}`,
    touched: [...new Set(touched)],
    ...(undoes !== undefined && { undoes }),
  };
}
