import { WorldError } from '@worldwire/server';
import { cutText, nearMatches } from '@worldwire/server/kit';

const MAX_NEAR = 4;

function numbered(prefix: string, from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => `${prefix}${from + at}`);
}

/** Codes of keys, as in KeyboardEvent.code of the web. */
export const KEY_CODES: readonly string[] = [
  ...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', letter => `Key${letter}`),
  ...numbered('Digit', 0, 9),
  ...['Space', 'Enter', 'Escape', 'Tab', 'Backspace', 'Delete', 'Insert'],
  ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'],
  ...['Shift', 'Control', 'Alt', 'Meta'].flatMap(name => [`${name}Left`, `${name}Right`]),
  ...['CapsLock', 'ContextMenu', 'PrintScreen', 'ScrollLock', 'Pause', 'NumLock'],
  ...numbered('F', 1, 12),
  ...['Minus', 'Equal', 'Comma', 'Period', 'Slash', 'Semicolon', 'Quote'],
  ...['BracketLeft', 'BracketRight', 'Backslash', 'Backquote', 'IntlBackslash'],
  ...numbered('Numpad', 0, 9),
  ...['NumpadEnter', 'NumpadAdd', 'NumpadSubtract', 'NumpadMultiply', 'NumpadDivide', 'NumpadDecimal'],
];

/** Other names of keys, in small letters. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ' ': 'Space',
  spacebar: 'Space',
  return: 'Enter',
  esc: 'Escape',
  del: 'Delete',
  ins: 'Insert',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  up: 'ArrowUp',
  down: 'ArrowDown',
  pgup: 'PageUp',
  pgdn: 'PageDown',
  pagedn: 'PageDown',
  shift: 'ShiftLeft',
  ctrl: 'ControlLeft',
  control: 'ControlLeft',
  alt: 'AltLeft',
  option: 'AltLeft',
  meta: 'MetaLeft',
  cmd: 'MetaLeft',
  command: 'MetaLeft',
  win: 'MetaLeft',
  super: 'MetaLeft',
  '-': 'Minus',
  '=': 'Equal',
  ',': 'Comma',
  '.': 'Period',
  '/': 'Slash',
  ';': 'Semicolon',
  "'": 'Quote',
  '[': 'BracketLeft',
  ']': 'BracketRight',
  '\\': 'Backslash',
  '`': 'Backquote',
};

const BY_NAME: ReadonlyMap<string, string> = new Map([
  ...KEY_CODES.map(code => [code.toLowerCase(), code] as const),
  ...KEY_CODES.filter(code => /^(Key|Digit)/.test(code)).map(
    code => [code.slice(-1).toLowerCase(), code] as const,
  ),
  ...Object.entries(OTHER_NAMES),
]);

/** The code of a key that is given by its code or by another name, in any case: "w", "Space", "left", "Ctrl". */
export function keyCode(name: string): string {
  // Engines write "Arrow Left" or "arrow_left".
  const plain = name.length > 1 ? name.toLowerCase().replace(/[\s_-]/g, '') : name.toLowerCase();
  const code = BY_NAME.get(plain);
  if (code !== undefined) return code;
  const near = nearMatches(name, KEY_CODES, MAX_NEAR);
  const meant = near.length === 0 ? '' : `Did you mean ${near.join(' or ')}? `;
  throw new WorldError(
    'InvalidArgument',
    `There is no key "${cutText(name, 40)}".`,
    `${meant}Keys are codes of KeyboardEvent or short names: W, 1, Space, Enter, Escape, Left, Shift, Ctrl, F1, Numpad0, Minus. Use kind "text" to type.`,
  );
}
