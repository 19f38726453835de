import { describe, expect, it } from 'vitest';
import { packagePath } from './given-path.js';
import { UnrealError } from './unreal-error.js';

const HIDDEN = 'Door\u202e\u200b\u0007\u2028';

describe('an error about a name from a project or an editor', () => {
  it('shows every character of the name', () => {
    const { message, enable } = new UnrealError('failed', `There is no ${HIDDEN}.`, `Rename ${HIDDEN}.`);
    expect(message).toBe('There is no Door\\u202e\\u200b\\u0007\\u2028.');
    expect(enable).toBe('Rename Door\\u202e\\u200b\\u0007\\u2028.');
  });

  it('keeps the lines of a traceback, and is bounded', () => {
    expect(new UnrealError('failed', 'one\ntwo').message).toBe('one\ntwo');
    expect(new UnrealError('failed', 'x'.repeat(1_000_000)).message.length).toBeLessThan(20_000);
  });

  it('shows every character of a path that is refused', () => {
    expect(() => packagePath(`/Game/${HIDDEN}`)).toThrow(
      '"/Game/Door\\u202e\\u200b\\u0007\\u2028" is not the path of an asset',
    );
  });
});
