import { describe, expect, it } from 'vitest';
import { hashedToken, TokenStore } from './tokens.js';

const ADA = 'ada-token-0123456789';
const BOB = 'bob-token-0123456789';
const tokens = TokenStore.parse(
  `# who may come in\r\nada ${ADA}\n\n  bob\t${BOB}   # night shift\nlonely-token-0123456789\n`,
);

describe('a token file', () => {
  it('has a name and a token on each line, or a token alone; comments and empty lines are ignored', () => {
    expect(tokens.find(ADA)?.principal.name).toBe('ada');
    expect(tokens.find(BOB)?.principal.name).toBe('bob');
    expect(tokens.find('lonely-token-0123456789')?.principal.name).toBe('operator');
  });

  it('is rejected, with the line number, for a short token or a third word', () => {
    expect(() => TokenStore.parse(`ada ${ADA}\nbob short`)).toThrow(/Line 2.*16/);
    expect(() => TokenStore.parse('fifteen-letters')).toThrow(/Line 1/);
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

describe('rights in a token file', () => {
  const rightsOf = (store: TokenStore, token = ADA) => store.find(token)?.principal.rights(() => 0);

  it('are the words after the token; without any, every call is allowed', () => {
    const store = TokenStore.parse(`ada ${ADA} universe:write unity:read\nbob ${BOB}`);
    expect(rightsOf(store)?.words).toEqual(['universe:write', 'unity:read']);
    expect(rightsOf(store, BOB)?.words).toEqual(['eval']);
  });

  it('may stand beside the SHA-256 of a token instead of the token', () => {
    const store = TokenStore.parse(`ada ${hashedToken(ADA)} read`);
    expect(store.find(ADA)?.principal.name).toBe('ada');
    expect(store.find(hashedToken(ADA))).toBeUndefined();
  });

  it('end at the expiry date', () => {
    let now = Date.parse('2027-01-30T23:59:59Z');
    const store = TokenStore.parse(`ada ${ADA} read expires=2027-01-31`, () => now);
    const credential = store.find(ADA);
    now += 1_000;
    expect(store.find(ADA)).toBeUndefined();
    expect(credential?.principal.rights(() => now).words).toEqual([]);
  });

  it.each([
    ['a word that is not a right', 'wrte'],
    ['a right that is narrowed wrongly', 'unity:write:'],
    ['two expiry dates', 'read expires=2027-01-01 expires=2027-01-02'],
    ['a wrong date', 'read expires=tomorrow'],
  ])('are refused with the line number and without the words for %s', (_, words) => {
    const parse = () => TokenStore.parse(`bob ${BOB}\nada ${ADA} ${words}`);
    expect(parse).toThrow(/^Line 2 of the token file: /);
    expect(parse).not.toThrow(new RegExp(`wrte|tomorrow|${ADA}`));
  });

  it.each([
    'oauth:ada 0123456789abcdef',
    'local-operator 0123456789abcdef',
    'server 0123456789abcdef',
    'Worldwire 0123456789abcdef',
    'local 0123456789abcdef',
    'Engine 0123456789abcdef',
    'ＵＮＫＮＯＷＮ 0123456789abcdef',
    'con\u00adsole 0123456789abcdef',
    'lo\u200bcal 0123456789abcdef',
    '\u3164local 0123456789abcdef',
    'local\u{e0061} 0123456789abcdef',
    'OAuth:ada 0123456789abcdef',
    'ｏauth:ada 0123456789abcdef',
    'al\u202eice 0123456789abcdef',
    'ada sha256:0123',
    'ada sha256:XYZ456789012345678',
  ])('"%s" is refused', line => {
    expect(() => TokenStore.parse(line)).toThrow(/^Line 1/);
  });
});

describe('one token in two lines', () => {
  it.each([`ada ${ADA}\nbob ${ADA}`, `ada ${ADA} read\nada ${hashedToken(ADA)} write`])(
    'is refused: its rights would depend on the order of the lines',
    text => {
      expect(() => TokenStore.parse(text)).toThrow('Line 2 of the token file: the token is that of line 1.');
    },
  );
});

describe('a reload', () => {
  it('changes the rights of a principal that is connected, and revokes those that are gone', () => {
    const store = TokenStore.parse(`ada ${ADA} write\nbob ${BOB} write`);
    const [ada, bob] = [store.find(ADA)?.principal, store.find(BOB)?.principal];
    const changes = store.reload(`ada ${ADA} read\ncyd ${BOB} read`);
    expect(changes).toEqual({ added: ['cyd'], changed: ['ada'], revoked: ['bob'] });
    expect(ada?.rights(() => 0).words).toEqual(['read']);
    expect(bob?.rights(() => 0).words).toEqual([]);
    expect(store.find(ADA)?.principal).toBe(ada);
    expect(store.find(BOB)?.principal.name).toBe('cyd');
  });

  it('with a wrong line changes nothing', () => {
    const store = TokenStore.parse(`ada ${ADA} write\nbob ${BOB}`);
    expect(() => store.reload(`ada ${ADA} read\nbob ${BOB} nonsense`)).toThrow(/^Line 2/);
    expect(store.find(ADA)?.principal.rights(() => 0).words).toEqual(['write']);
    expect(store.find(BOB)).toBeDefined();
  });

  it('keeps a name that has another token', () => {
    const store = TokenStore.parse(`ada ${ADA}\nada ${BOB}`);
    expect(store.reload(`ada ${BOB}`)).toEqual({ added: [], changed: ['ada'], revoked: [] });
    expect(store.find(ADA)).toBeUndefined();
  });

  it('revokes all tokens with comments alone, and refuses an empty text', () => {
    const store = TokenStore.parse(`ada ${ADA}`);
    expect(() => store.reload('\n')).toThrow(/no token/);
    expect(store.find(ADA)).toBeDefined();
    expect(store.reload('# none').revoked).toEqual(['ada']);
    expect(store.find(ADA)).toBeUndefined();
  });
});

describe('an Authorization header', () => {
  it('[HTTP-3.1.5] identifies its sender by a bearer token', () => {
    for (const header of [`Bearer ${ADA}`, `bearer ${ADA}`, `BEARER   ${ADA} `])
      expect(tokens.bearer(header)?.principal.name).toBe('ada');
    expect(tokens.bearer(`Bearer ${BOB}`)?.principal.name).toBe('bob');
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
