import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Untrusted } from '../text/untrusted.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { attempt } from '../ui/toast.js';
import type { Bookmark, Journal } from './journal.js';
import { moveTo } from './playback.js';

interface Props {
  readonly journal: Journal;
  /** The revision under the cursor. */
  readonly revision: number;
  readonly onClose: () => void;
}

/** Revisions with names: goes to one, or names the one under the cursor. */
export function Bookmarks({ journal, revision, onClose }: Props) {
  const marks = useSignal<readonly Bookmark[] | undefined>(undefined);
  const name = useSignal('');
  const refresh = async () => {
    marks.value = (await attempt(() => journal.bookmarks!())) ?? [];
  };
  useEffect(() => {
    void refresh();
  }, []);
  const add = async (event: Event) => {
    event.preventDefault();
    const given = name.value.trim();
    if (given === '' || journal.bookmark === undefined) return;
    const work = () => journal.bookmark!(given, revision).then(() => true);
    if (await attempt(work, `Revision ${revision} is now "${given}".`)) {
      name.value = '';
      await refresh();
    }
  };
  return (
    <Dialog title="Bookmarks" onClose={onClose} testid="bookmarks">
      {marks.value?.length === 0 && <p class="ui-muted">No revision has a name yet.</p>}
      <ul class="time-marks">
        {marks.value?.map(mark => (
          <li key={mark.name}>
            <button
              type="button"
              class="time-mark"
              onClick={() => {
                moveTo(mark.revision);
                onClose();
              }}
            >
              <Untrusted text={mark.name} max={60} />
              <span class="ui-muted">{mark.revision}</span>
            </button>
          </li>
        ))}
      </ul>
      {journal.bookmark !== undefined && (
        <form class="ui-form" onSubmit={add}>
          <Field label={`Name for revision ${revision}`}>
            <input
              class="ui-input"
              type="text"
              maxLength={64}
              value={name.value}
              data-testid="bookmark-name"
              onInput={event => {
                name.value = event.currentTarget.value;
              }}
            />
          </Field>
          <div class="ui-actions">
            <button
              type="submit"
              class="ui-button ui-button-primary"
              disabled={name.value.trim() === ''}
              data-testid="bookmark-save"
            >
              Save
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
