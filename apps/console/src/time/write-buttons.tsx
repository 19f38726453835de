import { place } from '../state/place.js';
import { mayWrite } from '../state/session.js';
import { worlds } from '../state/worlds.js';
import { Button } from '../ui/button.js';
import { HoldButton } from '../ui/hold-button.js';
import { attempt } from '../ui/toast.js';
import type { Journal } from './journal.js';
import { moveTo } from './playback.js';

interface Props {
  readonly journal: Journal;
  readonly shown: number;
  readonly isFollowing: boolean;
  readonly canRedo: boolean;
}

/** Undo, redo and restore, where the world has them. */
export function WriteButtons({ journal, shown, isFollowing, canRedo }: Props) {
  const { undo, redo, restore } = journal;
  const { view } = place.value;
  const isClosed = !mayWrite(view) || worlds.value?.find(({ name }) => name === view)?.open === 'read';
  return (
    <>
      {undo !== undefined && (
        <Button
          label={isFollowing ? 'Undo the last change' : `Undo revision ${shown}`}
          icon="undo"
          iconOnly
          kind="quiet"
          disabled={shown === 0 || isClosed}
          testid="undo"
          onPress={() =>
            void attempt(() => (isFollowing ? undo.call(journal) : undo.call(journal, shown)), 'Undone.')
          }
        />
      )}
      {redo !== undefined && (
        <Button
          label="Redo"
          icon="redo"
          iconOnly
          kind="quiet"
          disabled={isClosed || !canRedo}
          testid="redo"
          onPress={() => void attempt(() => redo.call(journal), 'Redone.')}
        />
      )}
      {restore !== undefined && !isFollowing && (
        <HoldButton
          label="Restore"
          icon="restore"
          disabled={isClosed}
          testid="restore"
          onHeld={() =>
            void attempt(
              () => restore.call(journal, shown).then(() => moveTo(undefined)),
              `Restored to revision ${shown}.`,
            )
          }
        />
      )}
    </>
  );
}
