import type { KeyBinding } from '../ui/keys.js';
import { shownJournal } from './journal.js';
import { step, toggleCompare, toggleFollowing, togglePlaying } from './playback.js';

const BIG_STEP = 10;

export const TIME_KEYS: readonly KeyBinding[] = [
  { keys: ',', label: 'One revision back', run: () => step(-1) },
  { keys: '.', label: 'One revision forward', run: () => step(1) },
  { keys: '<', label: 'Ten revisions back', run: () => step(-BIG_STEP) },
  { keys: '>', label: 'Ten revisions forward', run: () => step(BIG_STEP) },
  { keys: 'Shift+L', label: 'Follow the newest revision, or pause', run: toggleFollowing },
  { keys: 'Shift+P', label: 'Play the journal, or pause', run: togglePlaying },
  { keys: 'Shift+C', label: 'Compare with another revision', run: toggleCompare },
].map(binding => ({ ...binding, group: 'Time', when: () => shownJournal.value !== undefined }));
