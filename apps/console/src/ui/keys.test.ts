import { describe, expect, it } from 'vitest';
import { type KeyBinding, KeySequence, keyName } from './keys.js';

const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const binding = (keys: string, when?: () => boolean): KeyBinding => ({
  keys,
  label: keys,
  group: 'Test',
  run: () => {},
  ...(when !== undefined && { when }),
});

describe('keys', () => {
  it('have names with their modifiers', () => {
    expect(keyName({ ...NONE, key: 'k', ctrlKey: true })).toBe('Ctrl+K');
    expect(keyName({ ...NONE, key: 'k', metaKey: true })).toBe('Ctrl+K');
    expect(keyName({ ...NONE, key: 'L', shiftKey: true })).toBe('Shift+L');
    expect(keyName({ ...NONE, key: '?', shiftKey: true })).toBe('?');
    expect(keyName({ ...NONE, key: 'Shift', shiftKey: true })).toBeUndefined();
    expect(keyName({ ...NONE, key: 'a', altKey: true })).toBeUndefined();
  });

  it('form sequences within the time', () => {
    const sequence = new KeySequence(1_000);
    const all = [binding('g a'), binding('a'), binding('Ctrl+K or /')];
    expect(sequence.press('g', all, 0)).toBeUndefined();
    expect(sequence.press('a', all, 900)?.keys).toBe('g a');
    expect(sequence.press('a', all, 1_000)?.keys).toBe('a');
    sequence.press('g', all, 2_000);
    expect(sequence.press('a', all, 3_100)?.keys).toBe('a');
    expect(sequence.press('/', all, 3_200)?.keys).toBe('Ctrl+K or /');
  });

  it('do nothing where they do not apply', () => {
    const sequence = new KeySequence();
    expect(sequence.press('a', [binding('a', () => false)], 0)).toBeUndefined();
  });
});
