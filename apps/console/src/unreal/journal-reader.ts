import { callMethod } from '../api/mcp.js';
import type { Journal } from '../time/journal.js';
import type { Listed, Write } from './answers.js';
import type { UnrealStore } from './unreal-store.js';
import { touchedBy, writeRow } from './write-row.js';

const ANSWER_BYTES = 400_000;
const MAX_PAGES = 10;

interface JournalPage {
  readonly items: readonly Write[];
  readonly nextCursor?: string;
}

/** Writes of unreal://journal, newest first, down to a revision. */
export async function readWrites(world: string, since: number, most: number): Promise<readonly Write[]> {
  const writes: Write[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES && writes.length < most; page++) {
    const query = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const uri = `unreal://journal?maxBytes=${ANSWER_BYTES}${query}`;
    const { contents } = await callMethod<{ contents: readonly { text?: string }[] }>(
      world,
      'resources/read',
      { uri },
    );
    const { items, nextCursor } = JSON.parse(contents[0]?.text ?? '{"items":[]}') as JournalPage;
    writes.push(...items);
    cursor = nextCursor;
    if (cursor === undefined || (writes.at(-1)?.revision ?? 0) <= since) break;
  }
  return writes.filter(({ revision }) => revision > since).slice(0, most);
}

/** The revisions that were taken back, from list_writes. */
export async function readUndone(store: UnrealStore): Promise<ReadonlySet<number>> {
  const { items } = await store.call<Listed<{ revision: number; undoneBy?: number }>>('list_writes', {
    limit: 200,
  });
  return new Set(items.flatMap(({ revision, undoneBy }) => (undoneBy === undefined ? [] : [revision])));
}

/** The journal for the time bar. The project keeps no earlier states. */
export function unrealJournal(store: UnrealStore): Journal {
  return {
    newest: store.revision,
    state: store.stream.state,
    hasStates: false,
    entries: async (from, to) => {
      const writes = await readWrites(store.world, from - 1, 500);
      return writes
        .filter(({ revision, outcome }) => revision <= to && outcome === 'done')
        .map(write => {
          const { revision, at, principal, what } = writeRow(write, new Set());
          return { revision, at, principal, what, touched: touchedBy(write) };
        })
        .reverse();
    },
    undo: async revision => {
      const undone = await readUndone(store);
      const newest = async () =>
        (await readWrites(store.world, 0, 100)).find(write => writeRow(write, undone).canUndo)?.revision;
      const target = revision ?? (await newest());
      if (target === undefined) throw new Error('There is no write to undo.');
      await store.call('undo_write', { revision: target });
    },
  };
}
