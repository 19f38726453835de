import { WorldError } from '@worldwire/server';
import { describe, expect, it } from 'vitest';
import { KEY_CODES, keyCode } from './key-names.js';

describe('the name of a key', () => {
  it.each([
    ['w', 'KeyW'],
    ['W', 'KeyW'],
    ['7', 'Digit7'],
    ['Space', 'Space'],
    [' ', 'Space'],
    ['-', 'Minus'],
    ['left', 'ArrowLeft'],
    ['Arrow Left', 'ArrowLeft'],
    ['page_up', 'PageUp'],
    ['Esc', 'Escape'],
    ['Ctrl', 'ControlLeft'],
    ['shiftright', 'ShiftRight'],
    ['f12', 'F12'],
    ['numpad5', 'Numpad5'],
  ])('%j is the code %s', (name, code) => {
    expect(keyCode(name)).toBe(code);
  });

  it.each(KEY_CODES)('%s is its own code', code => {
    expect(keyCode(code)).toBe(code);
  });

  it('that does not exist is refused with the nearest ones and with what to write', () => {
    const refused = (name: string) => {
      try {
        return keyCode(name);
      } catch (thrown) {
        return thrown as WorldError;
      }
    };
    expect(refused('Spacee')).toBeInstanceOf(WorldError);
    expect(refused('Spacee')).toMatchObject({
      kind: 'InvalidArgument',
      message: 'There is no key "Spacee".',
      hint: expect.stringMatching(/^Did you mean Space\? Keys are codes .* kind "text"/),
    });
    expect(refused('constructor')).toMatchObject({ kind: 'InvalidArgument' });
    expect((refused('x'.repeat(1_000)) as WorldError).message.length).toBeLessThan(80);
  });
});
