import { describe, expect, it } from 'vitest';
import { allowedValues, failureText } from './failure-text.js';

describe('failureText', () => {
  it('takes message and hint from the JSON of the Unity interface', () => {
    const text =
      '{"ok":false,"error":{"kind":"NotFound","message":"no member","hint":"Did you mean color?"}}';
    expect(failureText(new Error(text))).toEqual({ message: 'no member', hint: 'Did you mean color?' });
  });

  it('takes the hint from the last line of other worlds, and leaves out the kind', () => {
    expect(
      failureText(new Error('NotFound: There is no asset /Game/X.\nHint: find_assets finds it.')),
    ).toEqual({
      message: 'There is no asset /Game/X.',
      hint: 'find_assets finds it.',
    });
  });

  it('prefers the hint that the error itself has', () => {
    const error = Object.assign(new Error('The server does not answer.'), { hint: 'Is it running?' });
    expect(failureText(error)).toEqual({ message: 'The server does not answer.', hint: 'Is it running?' });
  });

  it('keeps text that only looks like JSON', () => {
    expect(failureText(new Error('{broken')).message).toBe('{broken');
  });

  it('reads the values of an enum from a hint', () => {
    expect(allowedValues({ message: '', hint: 'Send one of Spot, Point.' })).toEqual(['Spot', 'Point']);
    expect(allowedValues({ message: '', hint: 'Send a number.' })).toEqual([]);
  });
});
