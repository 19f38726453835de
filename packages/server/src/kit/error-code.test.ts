import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { errorCode, isMissing, unlessMissing } from './error-code.js';

const HERE = fileURLToPath(import.meta.url);

describe('unlessMissing', () => {
  it('gives what is there', async () => {
    expect((await unlessMissing(stat(HERE)))?.isFile()).toBe(true);
  });

  it('is undefined where a file or a folder on the way does not exist', async () => {
    expect(await unlessMissing(stat(`${HERE}.not`))).toBeUndefined();
    expect(await unlessMissing(stat(`${HERE}/below`))).toBeUndefined();
  });

  it('throws what else goes wrong', async () => {
    await expect(unlessMissing(readFile(new URL('.', import.meta.url)))).rejects.toMatchObject({
      code: 'EISDIR',
    });
  });
});

describe('errorCode', () => {
  it('is undefined for what has none', () => {
    expect(errorCode(new Error('plain'))).toBeUndefined();
    expect(errorCode(undefined)).toBeUndefined();
    expect(isMissing('text')).toBe(false);
  });
});
