import { isTyping, KeySequence, keyName } from '../ui/keys.js';
import { BINDINGS } from './bindings.js';

/** Handles the keys of the page until the returned function is called. */
export function followKeys(): () => void {
  const sequence = new KeySequence();
  const onKeyDown = (event: KeyboardEvent) => {
    const name = keyName(event);
    if (name === undefined || event.defaultPrevented) return;
    if (document.querySelector('dialog[open]') !== null) return;
    if (isTyping(event.target) && !name.startsWith('Ctrl+')) return;
    const binding = sequence.press(name, BINDINGS, event.timeStamp);
    if (binding === undefined) return;
    event.preventDefault();
    if (!event.repeat || binding.repeats) binding.run();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}
