import { go } from '../state/place.js';
import { Untrusted } from '../text/untrusted.js';
import { AgentName } from '../ui/agent-name.js';
import { Button } from '../ui/button.js';
import { When } from '../ui/when.js';
import { shownView } from '../views/shown-view.js';
import type { JournalEntry } from './journal.js';

const MAX_TOUCHED = 3;

/** Who made the shown revision, and what it changed. */
export function AboutRevision({
  entry,
  shown,
}: {
  readonly entry: JournalEntry | undefined;
  readonly shown: number;
}) {
  if (entry === undefined)
    return <span class="ui-muted">{shown === 0 ? 'The beginning.' : `Revision ${shown}`}</span>;
  return (
    <span class="time-entry" data-testid="time-entry">
      {entry.principal !== undefined && <AgentName name={entry.principal} />}
      <Untrusted text={entry.what} max={160} />
      {entry.touched.slice(0, MAX_TOUCHED).map(id => (
        <button
          key={id}
          type="button"
          class="time-touched"
          title="Show it"
          onClick={() => shownView.value?.show(id)}
        >
          <Untrusted text={id} max={40} />
        </button>
      ))}
      {entry.touched.length > MAX_TOUCHED && (
        <span class="ui-muted">and {entry.touched.length - MAX_TOUCHED} more</span>
      )}
      <When at={entry.at} />
    </span>
  );
}

/** Which revisions are compared. */
export function AboutComparison({
  rev,
  cmp,
  newest,
}: {
  readonly rev: number;
  readonly cmp: number;
  readonly newest: number;
}) {
  return (
    <span class="time-entry" data-testid="time-compare">
      <label>
        Comparing{' '}
        <input
          class="time-revision"
          type="text"
          inputMode="numeric"
          value={String(cmp)}
          size={Math.max(2, String(newest).length)}
          aria-label="Revision to compare with"
          data-testid="compare-revision"
          onChange={event => {
            const given = event.currentTarget.value.trim();
            if (/^\d{1,15}$/.test(given)) go({ cmp: Math.min(newest, Number(given)) });
          }}
        />
      </label>
      <span>→ {rev}</span>
      <Button label="Swap" kind="quiet" onPress={() => go({ rev: cmp, cmp: rev })} />
    </span>
  );
}
