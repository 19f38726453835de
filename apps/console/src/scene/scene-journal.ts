import type { Journal } from '../time/journal.js';
import type { JournalItem, Page } from './cards.js';
import { idsIn, type SceneStore } from './scene-store.js';
import { writeRow } from './write-row.js';

const MAX_ENTRIES = 500;
const ANSWER_BYTES = 1_000_000;

/** The journal of writes for the time bar. The scene keeps no earlier states. */
export function sceneJournal(store: SceneStore): Journal {
  const list = (args: Record<string, unknown>) =>
    store.call<Page<JournalItem>>('ListJournal', { maxBytes: ANSWER_BYTES, ...args });
  return {
    newest: store.revision,
    state: store.live,
    hasStates: false,
    entries: async (from, to) => {
      const { Items } = await list({ since: Math.max(0, from - 1), limit: MAX_ENTRIES });
      return Items.filter(({ Id, Outcome }) => Id >= from && Id <= to && Outcome === 'done')
        .map(item => {
          const { revision, at, principal, what } = writeRow(item);
          return { revision, at, principal, what, touched: idsIn(item.Arguments) };
        })
        .reverse();
    },
    undo: async revision => {
      const id =
        revision ?? (await list({ limit: 100 })).Items.map(writeRow).find(row => row.canUndo)?.revision;
      if (id === undefined) throw new Error('There is no write to undo.');
      await store.call('UndoWrite', { id, confirm: true });
    },
  };
}
