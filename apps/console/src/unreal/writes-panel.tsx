import { useSignal, useSignalEffect } from '@preact/signals';
import { Failure } from '../explorer/failure.js';
import { WriteList, type WriteRow } from '../explorer/write-list.js';
import { Empty } from '../ui/empty.js';
import { readUndone, readWrites } from './journal-reader.js';
import { isActor, packageOf, showActor, showAsset } from './unreal-place.js';
import type { UnrealStore } from './unreal-store.js';
import { writeRow } from './write-row.js';

const MAX_WRITES = 200;

/** The journal of writes, with undo. */
export function WritesPanel({
  store,
  closed,
}: {
  readonly store: UnrealStore;
  readonly closed: string | undefined;
}) {
  const writes = useSignal<readonly WriteRow[] | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  useSignalEffect(() => {
    void store.revision.value;
    Promise.all([readWrites(store.world, 0, MAX_WRITES), readUndone(store)]).then(
      ([found, undone]) => {
        writes.value = found.map(write => writeRow(write, undone));
        failure.value = undefined;
      },
      thrown => {
        failure.value = thrown;
      },
    );
  });
  if (writes.value?.length === 0) return <Empty title="Nothing was written" />;
  return (
    <>
      <Failure thrown={failure.value} />
      <WriteList
        writes={writes.value ?? []}
        closed={closed}
        onShow={object => (isActor(object) ? showActor(object) : showAsset(packageOf(object)))}
        onUndo={revision => store.call('undo_write', { revision })}
      />
    </>
  );
}
