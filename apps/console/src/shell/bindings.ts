import { INBOX_KEYS } from '../decisions/inbox-keys.js';
import { followed } from '../state/agents.js';
import { allStopped, worlds } from '../state/worlds.js';
import { TIME_KEYS } from '../time/time-keys.js';
import type { KeyBinding } from '../ui/keys.js';
import { isInboxShown, openPanel, openWorld } from './navigate.js';
import { areKeysShown, isPaletteOpen, isStopAsked } from './open-dialogs.js';
import { PANELS } from './panels.js';
import { resumeAll } from './stop-switch.js';

const MAX_WORLD_KEYS = 9;

/** All keys of the page. Views have their own, and handle them themselves. */
export const BINDINGS: readonly KeyBinding[] = [
  {
    keys: 'Ctrl+K or /',
    label: 'Search worlds, objects, revisions and commands',
    group: 'Page',
    run: () => {
      isPaletteOpen.value = true;
    },
  },
  {
    keys: '?',
    label: 'Show the keys',
    group: 'Page',
    run: () => {
      areKeysShown.value = true;
    },
  },
  {
    keys: '!',
    label: 'Stop all writes, or resume them',
    group: 'Page',
    run: () => {
      if (allStopped.value) resumeAll();
      else isStopAsked.value = true;
    },
  },
  ...PANELS.map(({ id, label, keys }) => ({
    keys,
    label,
    group: 'Go to',
    run: () => openPanel(id),
  })),
  ...Array.from({ length: MAX_WORLD_KEYS }, (_, index) => ({
    keys: `g ${index + 1}`,
    get label() {
      return worlds.value?.[index]?.name ?? '';
    },
    group: 'Go to',
    when: () => worlds.value?.[index] !== undefined,
    run: () => openWorld(worlds.value![index]!.name),
  })),
  {
    keys: 'g f',
    label: 'Stop following an agent',
    group: 'Go to',
    when: () => followed.value !== undefined,
    run: () => {
      followed.value = undefined;
    },
  },
  ...INBOX_KEYS.map(binding => ({ ...binding, when: () => isInboxShown() && (binding.when?.() ?? true) })),
  ...TIME_KEYS,
];
