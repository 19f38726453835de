import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { place } from '../state/place.js';
import { Button } from '../ui/button.js';
import { AboutComparison, AboutRevision } from './about-revision.js';
import { Bookmarks } from './bookmarks.js';
import { shownRevision, windowOf } from './cursor.js';
import { EntryCache } from './entry-cache.js';
import { FollowingButton } from './following-button.js';
import { type Journal, shownJournal } from './journal.js';
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
import { RevisionField } from './revision-field.js';
import { Ticks } from './ticks.js';
import { WriteButtons } from './write-buttons.js';
import './time.css';

/** How far back an undo is looked for. */
const MAX_REDO_ENTRIES = 200;

/** The time cursor over the journal of the view. */
export function TimeBar() {
  const journal = shownJournal.value;
  // Another journal has other revisions: the bar begins with them.
  return journal === undefined ? null : <Bar key={journal} journal={journal} />;
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
        <FollowingButton journal={journal} isFollowing={isFollowing} newest={newest} />
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
        <RevisionField
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
        <WriteButtons
          journal={journal}
          shown={shown}
          isFollowing={isFollowing}
          canRedo={canRedo(journal, cache, newest)}
        />
      </div>
      <div class="time-about">
        {cmp !== undefined ? (
          <AboutComparison rev={shown} cmp={cmp} newest={newest} />
        ) : (
          <AboutRevision entry={entry} shown={shown} />
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

/** An entry that is not known yet may be one to take back. */
function canRedo(journal: Journal, cache: EntryCache, newest: number): boolean {
  if (newest === 0 || journal.canRedo === undefined) return newest > 0;
  if (cache.get(newest) === undefined) return true;
  return journal.canRedo(cache.between(Math.max(1, newest - MAX_REDO_ENTRIES), newest));
}
