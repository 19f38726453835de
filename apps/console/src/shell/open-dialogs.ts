import { signal } from '@preact/signals';

export const isPaletteOpen = signal(false);
export const areKeysShown = signal(false);
/** Whether the question before a stop by key is shown. */
export const isStopAsked = signal(false);
