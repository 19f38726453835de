import type { Journal } from './journal.js';
import { isPlaying, moveTo } from './playback.js';

/** Says whether the page follows the newest revision, and changes it. */
export function FollowingButton(props: {
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
