import type { KeyCode, PadAxis, PadButton } from './input.js';

const numbered = (prefix: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `${prefix}${from + at}`);

/** The keys of `input.send`: codes of a KeyboardEvent of the web. */
export const KEY_CODES: readonly KeyCode[] = [
  ...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', letter => `Key${letter}`),
  ...numbered('Digit', 0, 9),
  ...numbered('F', 1, 12),
  ...numbered('Numpad', 0, 9),
  ...['Add', 'Subtract', 'Multiply', 'Divide', 'Decimal', 'Enter'].map(name => `Numpad${name}`),
  ...['Left', 'Right', 'Up', 'Down'].map(way => `Arrow${way}`),
  ...['Shift', 'Control', 'Alt', 'Meta'].flatMap(name => [`${name}Left`, `${name}Right`]),
  ...['Space', 'Enter', 'Escape', 'Tab', 'Backspace', 'Delete', 'Insert', 'CapsLock', 'ContextMenu'],
  ...['Home', 'End', 'PageUp', 'PageDown', 'PrintScreen', 'ScrollLock', 'Pause', 'NumLock'],
  ...['Minus', 'Equal', 'Comma', 'Period', 'Slash', 'Semicolon', 'Quote'],
  ...['BracketLeft', 'BracketRight', 'Backslash', 'Backquote', 'IntlBackslash'],
];

export const PAD_BUTTONS: readonly PadButton[] = [
  'south',
  'east',
  'west',
  'north',
  'left-shoulder',
  'right-shoulder',
  'left-stick',
  'right-stick',
  'back',
  'start',
  'guide',
  'up',
  'down',
  'left',
  'right',
];

export const PAD_AXES: readonly PadAxis[] = [
  'left-x',
  'left-y',
  'right-x',
  'right-y',
  'left-trigger',
  'right-trigger',
];
