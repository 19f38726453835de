import { Untrusted } from '../text/untrusted.js';

/** A write that was just made. */
export interface Written {
  readonly what: string;
  readonly before: string;
  readonly after: string;
  /** To undo it. */
  readonly journalId?: number;
}

/** What was changed, with a button that takes it back. */
export function WrittenLine({
  written,
  onUndo,
}: {
  written: Written;
  onUndo: (id: number) => Promise<void>;
}) {
  const { what, before, after, journalId } = written;
  return (
    <p class="explorer-written" role="status" data-testid="written">
      <span>
        <b>
          <Untrusted text={what} max={60} />
        </b>{' '}
        <Untrusted text={before} max={80} /> → <Untrusted text={after} max={80} />
      </span>
      {journalId !== undefined && (
        <button
          type="button"
          class="ui-button"
          data-testid="undo-member"
          onClick={() => void onUndo(journalId)}
        >
          Undo
        </button>
      )}
    </p>
  );
}
