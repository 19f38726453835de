import type { FoundObject } from '../views/view.js';

/** Something that the palette can do. */
export interface PaletteItem {
  readonly id: string;
  readonly group: 'Revisions' | 'Objects' | 'Worlds' | 'Agents' | 'Commands';
  readonly label: string;
  readonly note?: string;
  readonly keys?: string;
  readonly run: () => void;
}

/** The revision that a text names, such as `at 120` or `@120`. */
export function revisionIn(text: string): number | undefined {
  const number = /^\s*(?:at|rev|revision|@|#)\s*(\d{1,15})\s*$/i.exec(text)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Items whose labels contain all words of a text, those that begin with it first. */
export function matching(items: readonly PaletteItem[], text: string): readonly PaletteItem[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = ({ label }: PaletteItem) => (label.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1);
  return items
    .filter(({ label, note }) => {
      const all = `${label} ${note ?? ''}`.toLowerCase();
      return words.every(word => all.includes(word));
    })
    .sort((a, b) => rank(a) - rank(b));
}

export function objectItem(found: FoundObject, show: (id: string) => void): PaletteItem {
  return {
    id: `object ${found.id}`,
    group: 'Objects',
    label: found.name,
    note: found.kind,
    run: () => show(found.id),
  };
}
