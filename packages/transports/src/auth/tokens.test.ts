import { describe, expect, it } from 'vitest';
import { TokenStore } from './tokens.js';

const ADA = 'ada-token-0123456789';
const BOB = 'bob-token-0123456789';
const tokens = TokenStore.parse(
  `# who may come in\r\nada ${ADA}\n\n  bob\t${BOB}   # night shift\nlonely-token-0123456789\n`,
);

describe('a token file', () => {
  it('has a name and a token on each line, or a token alone; comments and empty lines are ignored', () => {
    expect(tokens.find(ADA)?.principal).toBe('ada');
    expect(tokens.find(BOB)?.principal).toBe('bob');
    expect(tokens.find('lonely-token-0123456789')?.principal).toBe('operator');
  });

  it('is rejected, with the line number, for a short token or a third word', () => {
    expect(() => TokenStore.parse(`ada ${ADA}\nbob short`)).toThrow(/line 2.*16/);
    expect(() => TokenStore.parse('fifteen-letters')).toThrow(/line 1/);
    expect(() => TokenStore.parse(`\n\nada ${ADA} extra`)).toThrow(/Line 3/);
  });

  it('is rejected when it contains no token', () => {
    for (const text of ['', '\n\n', '# nothing', '   '])
      expect(() => TokenStore.parse(text)).toThrow(/no token/);
  });

  it('never repeats a token in an error', () => {
    for (const text of ['ada hunter2', `ada ${ADA} hunter2`]) {
      expect(() => TokenStore.parse(text)).toThrow(
        expect.not.objectContaining({ message: expect.stringContaining('hunter2') }),
      );
    }
  });
});

describe('an Authorization header', () => {
  it('[HTTP-3.1.5] identifies its sender by a bearer token', () => {
    for (const header of [`Bearer ${ADA}`, `bearer ${ADA}`, `BEARER   ${ADA} `])
      expect(tokens.bearer(header)?.principal).toBe('ada');
    expect(tokens.bearer(`Bearer ${BOB}`)?.principal).toBe('bob');
  });

  it('[HTTP-3.1.5] identifies no sender when the token is missing, wrong, or almost right', () => {
    const wrong = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      ADA,
      `Basic ${ADA}`,
      `Bearer ${ADA}x`,
      `Bearer ${ADA.slice(0, -1)}`,
      `Bearer ${ADA.toUpperCase()}`,
      `Bearer ${ADA} ${BOB}`,
      `Bearer x, Bearer ${ADA}`,
      `Bearer\t${ADA}`,
      'Bearer ada',
      'Bearer é-token-0123456789',
    ];
    for (const header of wrong) expect([header, tokens.bearer(header)]).toEqual([header, undefined]);
  });
});
