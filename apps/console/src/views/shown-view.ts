import { signal } from '@preact/signals';
import type { ShownView } from './view.js';

/** The view that is on the page. A view sets it when it appears, and clears it when it goes. */
export const shownView = signal<ShownView | undefined>(undefined);
