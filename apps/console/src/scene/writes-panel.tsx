import { useSignal, useSignalEffect } from '@preact/signals';
import { Failure } from '../explorer/failure.js';
import { WriteList, type WriteRow } from '../explorer/write-list.js';
import { Empty } from '../ui/empty.js';
import type { JournalItem, Page } from './cards.js';
import type { SceneStore } from './scene-store.js';
import { writeRow } from './write-row.js';

const MAX_WRITES = 200;

/** The journal of writes, with undo. */
export function WritesPanel({
  store,
  closed,
}: {
  readonly store: SceneStore;
  readonly closed: string | undefined;
}) {
  const writes = useSignal<readonly WriteRow[] | undefined>(undefined);
  const total = useSignal(0);
  const failure = useSignal<unknown>(undefined);
  useSignalEffect(() => {
    void store.touched.value;
    void store.revision.value;
    store.call<Page<JournalItem>>('ListJournal', { limit: MAX_WRITES, maxBytes: 400_000 }).then(
      page => {
        writes.value = page.Items.map(writeRow);
        total.value = page.Total;
        failure.value = undefined;
      },
      thrown => {
        failure.value = thrown;
      },
    );
  });
  if (writes.value?.length === 0) return <Empty title="Nothing was written since the server started" />;
  return (
    <>
      <Failure thrown={failure.value} />
      {total.value > MAX_WRITES && (
        <p class="explorer-note">
          The newest {MAX_WRITES} of {total.value} writes.
        </p>
      )}
      <WriteList
        writes={writes.value ?? []}
        closed={closed}
        onShow={id => store.select(id, false)}
        onUndo={revision => store.call('UndoWrite', { id: revision, confirm: true })}
      />
    </>
  );
}
