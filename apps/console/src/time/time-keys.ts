import type { KeyBinding } from '../ui/keys.js';
import { shownJournal } from './journal.js';
import { step, toggleCompare, toggleFollowing, togglePlaying } from './playback.js';

const BIG_STEP = 10;

const KEYS: readonly Omit<KeyBinding, 'group'>[] = [
  { keys: ',', label: 'One revision back', repeats: true, run: () => step(-1) },
  { keys: '.', label: 'One revision forward', repeats: true, run: () => step(1) },
  { keys: '<', label: 'Ten revisions back', repeats: true, run: () => step(-BIG_STEP) },
  { keys: '>', label: 'Ten revisions forward', repeats: true, run: () => step(BIG_STEP) },
  { keys: 'Shift+L', label: 'Follow the newest revision, or pause', run: toggleFollowing },
  { keys: 'Shift+P', label: 'Play the journal, or pause', run: togglePlaying },
  { keys: 'Shift+C', label: 'Compare with another revision', run: toggleCompare },
];

export const TIME_KEYS: readonly KeyBinding[] = KEYS.map(binding => ({
  ...binding,
  group: 'Time',
  when: () => shownJournal.value !== undefined,
}));
