import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'worldwire.theme';
const light = matchMedia('(prefers-color-scheme: light)');

/** What the person chose. */
export const theme = signal<Theme>(read());
/** What is shown. */
export const shownTheme = signal<'light' | 'dark'>('dark');

/** Keeps data-theme of the page to the theme that is shown. */
export function followTheme(): void {
  const apply = () => {
    const shown = theme.value === 'system' ? (light.matches ? 'light' : 'dark') : theme.value;
    document.documentElement.dataset.theme = shown;
    shownTheme.value = shown;
  };
  effect(apply);
  light.addEventListener('change', apply);
}

export function chooseTheme(next: Theme): void {
  theme.value = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // A browser without storage forgets the choice.
  }
}

function read(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}
