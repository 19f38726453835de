/** A key that does something, for the whole page. */
export interface KeyBinding {
  /** As shown: `?`, `Ctrl+K`, `g i`, `Shift+L`. */
  readonly keys: string;
  readonly label: string;
  readonly group: string;
  /** Whether it applies now. */
  readonly when?: () => boolean;
  /** It goes on while the key is held. A decision does not: the next one would be made unread. */
  readonly repeats?: true;
  readonly run: () => void;
}

/** A key press as bindings name it: `k`, `?`, `Ctrl+K`, `Shift+L`, `Escape`. Undefined for a modifier alone. */
export function keyName(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): string | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (['Control', 'Meta', 'Alt', 'Shift', 'Dead', 'CapsLock'].includes(key) || altKey) return undefined;
  const isLetter = /^[a-z]$/i.test(key);
  if (ctrlKey || metaKey) return `Ctrl+${key.toUpperCase()}`;
  if (isLetter && shiftKey) return `Shift+${key.toUpperCase()}`;
  return isLetter ? key.toLowerCase() : key;
}

/** Reads sequences such as `g i`. */
export class KeySequence {
  #first: string | undefined;
  #at = 0;

  constructor(readonly maxMs = 1_200) {}

  /** The binding of a press, or undefined. `now` is in milliseconds. */
  press(name: string, bindings: readonly KeyBinding[], now: number): KeyBinding | undefined {
    const first = now - this.#at <= this.maxMs ? this.#first : undefined;
    this.#first = undefined;
    const open = bindings.filter(({ when }) => when?.() ?? true);
    const found = first !== undefined ? open.find(({ keys }) => keys === `${first} ${name}`) : undefined;
    if (found !== undefined) return found;
    if (open.some(({ keys }) => keys.startsWith(`${name} `))) {
      this.#first = name;
      this.#at = now;
    }
    return open.find(({ keys }) => keys.split(' or ').includes(name));
  }
}

/** Whether a key press belongs to a control that takes text or keys of its own. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    ['TEXTAREA', 'SELECT'].includes(target.tagName) ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'button'].includes(target.type))
  );
}
