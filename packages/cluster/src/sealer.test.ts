import { describe, expect, it } from 'vitest';
import { Sealer } from './sealer.js';
import { newSecret, readSecrets } from './secrets.js';

const TEXTS = ['', 'a', '{"revision":"2025-11-25"}', 'ünïcödé ☃ 🚀', 'x'.repeat(5_000)];
const CONTEXT = 'garden alice';

function fresh(): readonly Uint8Array[] {
  return readSecrets(newSecret());
}

describe('a sealed record', () => {
  const secrets = fresh();
  const sealer = new Sealer(secrets, 'session');

  it.each(TEXTS)('opens with the text that was sealed: %.20s', text => {
    expect(sealer.open(sealer.seal(text, CONTEXT), CONTEXT)).toBe(text);
  });

  it('opens in another process with the same secret', () => {
    expect(new Sealer(secrets, 'session').open(sealer.seal('text', CONTEXT), CONTEXT)).toBe('text');
  });

  it('is visible ASCII, does not show its text, and differs each time', () => {
    const [one, other] = [sealer.seal('a known text', CONTEXT), sealer.seal('a known text', CONTEXT)];
    expect(one).toMatch(/^[\w-]+$/);
    expect(Buffer.from(one, 'base64url').includes('known')).toBe(false);
    expect(one).not.toBe(other);
  });

  it('does not open with another secret, for another purpose or in another context', () => {
    const sealed = sealer.seal('text', CONTEXT);
    expect(new Sealer(fresh(), 'session').open(sealed, CONTEXT)).toBeUndefined();
    expect(new Sealer(secrets, 'event').open(sealed, CONTEXT)).toBeUndefined();
    for (const context of ['', 'garden', 'garden bob', `${CONTEXT} `])
      expect(sealer.open(sealed, context)).toBeUndefined();
  });

  it('does not open when one of its bits was changed', () => {
    const bytes = Buffer.from(sealer.seal('text', CONTEXT), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8((changed[bit >> 3] as number) ^ (1 << (bit & 7)), bit >> 3);
      expect(sealer.open(changed.toString('base64url'), CONTEXT)).toBeUndefined();
    }
  });

  it('does not open when it was cut or is longer', () => {
    const sealed = sealer.seal('text', CONTEXT);
    for (let length = 0; length < sealed.length; length++)
      expect(sealer.open(sealed.slice(0, length), CONTEXT)).toBeUndefined();
    for (const more of ['A', '=', '.', ' ', sealed])
      expect(sealer.open(sealed + more, CONTEXT)).toBeUndefined();
  });

  it('has one spelling', () => {
    // 1 byte more than a multiple of three: the last character has four unused bits.
    const sealed = ['', 'a', 'ab']
      .map(text => sealer.seal(text, CONTEXT))
      .find(each => each.length % 4 === 2) as string;
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const others = [...alphabet].map(last => sealed.slice(0, -1) + last).filter(each => each !== sealed);
    const same = others.filter(each =>
      Buffer.from(each, 'base64url').equals(Buffer.from(sealed, 'base64url')),
    );
    expect(same).toHaveLength(15);
    const padded = [`${sealed}==`, `${sealed.slice(0, 3)}\n${sealed.slice(3)}`];
    for (const each of [...others, ...padded]) expect(sealer.open(each, CONTEXT)).toBeUndefined();
  });
});

describe('a list of secrets', () => {
  it('seals with the first and opens with each', () => {
    const [before, after] = [fresh(), fresh()];
    const both = new Sealer([...after, ...before], 'session');
    const old = new Sealer(before, 'session').seal('old', CONTEXT);
    expect(both.open(old, CONTEXT)).toBe('old');
    const sealed = both.seal('new', CONTEXT);
    expect(new Sealer(after, 'session').open(sealed, CONTEXT)).toBe('new');
    expect(new Sealer(before, 'session').open(sealed, CONTEXT)).toBeUndefined();
  });

  it('is read from lines, without white space around them and without empty ones', () => {
    const [one, other] = [newSecret(), newSecret()];
    expect(readSecrets(`${one}\r\n\n  ${other}\n`).map(String)).toEqual([one, other]);
    expect(() => new Sealer([], 'session')).toThrow(/needs a secret/);
  });

  it('is refused where it is empty, too long or has a short secret, without the text of it', () => {
    expect(() => readSecrets('\n\n')).toThrow(/has 0 secrets/);
    expect(() => readSecrets(`${newSecret()}\n`.repeat(17))).toThrow(/has 17 secrets/);
    const short = 'a-secret-of-31-bytes-is-refused';
    expect(() => readSecrets(`${newSecret()}\n${short}`)).toThrow(/^Line 2 has a secret of 31 bytes/);
    expect(() => readSecrets(short)).not.toThrow(new RegExp(short));
  });
});
