import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { go, place } from '../state/place.js';
import { worlds } from '../state/worlds.js';
import { Untrusted } from '../text/untrusted.js';
import { AgentName } from '../ui/agent-name.js';
import { Button } from '../ui/button.js';
import { HoldButton } from '../ui/hold-button.js';
import { attempt } from '../ui/toast.js';
import { When } from '../ui/when.js';
import { shownView } from '../views/shown-view.js';
import { Bookmarks } from './bookmarks.js';
import { shownRevision, windowOf } from './cursor.js';
import { EntryCache } from './entry-cache.js';
import { type Journal, type JournalEntry, shownJournal } from './journal.js';
import {
  followPlayback,
  isPlaying,
  moveTo,
  RATES,
  rate,
  step,
  toggleCompare,
  togglePlaying,
} from './playback.js';
import { Ticks } from './ticks.js';
import './time.css';

const MAX_TOUCHED = 3;
/** How far back an undo is looked for. */
const MAX_REDO_ENTRIES = 200;

/** The time cursor over the journal of the view. */
export function TimeBar() {
  const journal = shownJournal.value;
  return journal === undefined ? null : <Bar journal={journal} />;
}

function Bar({ journal }: { readonly journal: Journal }) {
  const cache = useMemo(() => new EntryCache(journal), [journal]);
  const all = useSignal(false);
  const areBookmarksOpen = useSignal(false);
  const range = useComputed(() => windowOf(place.value.rev, journal.newest.value, all.value));
  useEffect(followPlayback, []);
  useSignalEffect(() => {
    const [from, to] = range.value;
    void cache.want(from, to, journal.newest.value);
  });
  const { rev, cmp } = place.value;
  const newest = journal.newest.value;
  const shown = shownRevision(rev, newest);
  const isFollowing = rev === undefined;
  const [from, to] = range.value;
  cache.version.value;
  const entry = cache.get(shown);
  return (
    <section class="time-bar" aria-label="Time" data-testid="time-bar" data-following={isFollowing}>
      <div class="time-controls">
        <Following journal={journal} isFollowing={isFollowing} newest={newest} />
        <Button
          label="One revision back"
          icon="back"
          iconOnly
          kind="quiet"
          keys=","
          disabled={shown === 0}
          onPress={() => step(-1)}
          testid="step-back"
        />
        <Button
          label={isPlaying.value ? 'Pause' : 'Play the journal'}
          icon={isPlaying.value ? 'pause' : 'play'}
          iconOnly
          kind="quiet"
          keys="Shift+P"
          onPress={togglePlaying}
          testid="time-play"
        />
        <Button
          label="One revision forward"
          icon="forward"
          iconOnly
          kind="quiet"
          keys="."
          disabled={shown === newest}
          onPress={() => step(1)}
          testid="step-forward"
        />
        <select
          class="time-rate"
          aria-label="Revisions per second"
          value={String(rate.value)}
          onInput={event => {
            rate.value = Number(event.currentTarget.value);
          }}
        >
          {RATES.map(each => (
            <option key={each} value={String(each)}>
              {each}/s
            </option>
          ))}
        </select>
      </div>
      <div class="time-track">
        <Ticks entries={cache.between(from, to)} range={[from, to]} shown={shown} compared={cmp} />
        <input
          class="time-slider"
          type="range"
          min={from}
          max={to}
          step={1}
          value={shown}
          aria-label="Revision"
          aria-valuetext={`Revision ${shown} of ${newest}`}
          data-testid="time-slider"
          onInput={event => {
            isPlaying.value = false;
            moveTo(Number(event.currentTarget.value), true);
          }}
        />
      </div>
      <div class="time-actions">
        <RevisionNumber
          shown={shown}
          newest={newest}
          from={from}
          all={all.value}
          onAll={() => (all.value = !all.value)}
        />
        {journal.hasStates && (
          <Button
            label={cmp === undefined ? 'Compare' : 'End the comparison'}
            icon="compare"
            iconOnly
            kind="quiet"
            keys="Shift+C"
            pressed={cmp !== undefined}
            onPress={toggleCompare}
            testid="compare"
          />
        )}
        {journal.bookmarks !== undefined && (
          <Button
            label="Bookmarks"
            icon="bookmark"
            iconOnly
            kind="quiet"
            testid="bookmark"
            onPress={() => {
              areBookmarksOpen.value = true;
            }}
          />
        )}
        <Writes
          journal={journal}
          shown={shown}
          isFollowing={isFollowing}
          canRedo={canRedo(journal, cache, newest)}
        />
      </div>
      <div class="time-about">
        {cmp !== undefined ? (
          <Compared rev={shown} cmp={cmp} newest={newest} />
        ) : (
          <About entry={entry} shown={shown} />
        )}
        {!journal.hasStates && !isFollowing && (
          <span class="time-note">
            This world keeps no earlier states: the bar shows which writes had happened.
          </span>
        )}
      </div>
      {areBookmarksOpen.value && (
        <Bookmarks
          journal={journal}
          revision={shown}
          onClose={() => {
            areBookmarksOpen.value = false;
          }}
        />
      )}
    </section>
  );
}

function Following(props: {
  readonly journal: Journal;
  readonly isFollowing: boolean;
  readonly newest: number;
}) {
  const { journal, isFollowing, newest } = props;
  const state = journal.state.value;
  const isLive = isFollowing && state === 'live';
  const text = !isFollowing
    ? 'Paused'
    : state === 'live'
      ? 'Following'
      : state === 'lost'
        ? 'Not live'
        : 'Connecting';
  return (
    <button
      type="button"
      class={`time-following${isLive ? ' time-live' : isFollowing ? ' time-dim' : ''}`}
      aria-pressed={isFollowing}
      title={isFollowing ? 'Pause at this revision (Shift+L)' : 'Follow the newest revision (Shift+L)'}
      data-testid="time-following"
      data-state={isLive ? 'following' : isFollowing ? state : 'paused'}
      onClick={() => {
        isPlaying.value = false;
        moveTo(isFollowing ? newest : undefined);
      }}
    >
      <span class="ui-dot" />
      {text}
    </button>
  );
}

function RevisionNumber(props: {
  readonly shown: number;
  readonly newest: number;
  readonly from: number;
  readonly all: boolean;
  readonly onAll: () => void;
}) {
  const { shown, newest, from, all, onAll } = props;
  return (
    <span class="time-number">
      <label>
        <span class="visually-hidden">Revision</span>
        <input
          class="time-revision"
          type="text"
          inputMode="numeric"
          value={String(shown)}
          size={Math.max(2, String(newest).length)}
          data-testid="revision"
          onChange={event => {
            const given = event.currentTarget.value.trim();
            if (/^\d{1,15}$/.test(given)) moveTo(Math.min(newest, Number(given)));
            else event.currentTarget.value = String(shown);
          }}
        />
      </label>
      <span class="ui-muted">of {newest}</span>
      {(from > 0 || all) && newest > 400 && (
        <Button
          label={all ? 'Part' : 'All'}
          kind="quiet"
          title="Show all revisions, or those around the cursor"
          onPress={onAll}
          testid="time-all"
        />
      )}
    </span>
  );
}

/** An entry that is not known yet may be one to take back. */
function canRedo(journal: Journal, cache: EntryCache, newest: number): boolean {
  if (newest === 0 || journal.canRedo === undefined) return newest > 0;
  if (cache.get(newest) === undefined) return true;
  return journal.canRedo(cache.between(Math.max(1, newest - MAX_REDO_ENTRIES), newest));
}

function Writes({
  journal,
  shown,
  isFollowing,
  canRedo,
}: {
  readonly journal: Journal;
  readonly shown: number;
  readonly isFollowing: boolean;
  readonly canRedo: boolean;
}) {
  const { undo, redo, restore } = journal;
  const isClosed = worlds.value?.find(({ name }) => name === place.value.view)?.open === 'read';
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

function About({ entry, shown }: { readonly entry: JournalEntry | undefined; readonly shown: number }) {
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

function Compared({
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
