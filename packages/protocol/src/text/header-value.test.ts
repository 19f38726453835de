import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeHeaderValue, encodeHeaderValue, headerMatches } from './header-value.js';

const anyText = fc.string({ unit: 'binary' });

// The examples of the specification.
const CODED: [string, string][] = [
  ['us-west1', 'us-west1'],
  ['Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
  [' padded ', '=?base64?IHBhZGRlZCA=?='],
  ['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
  ['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
];

describe('encodeHeaderValue', () => {
  it('writes the examples of the specification', () => {
    for (const [value, header] of CODED) expect(encodeHeaderValue(value)).toBe(header);
  });

  it('leaves plain values as they are', () => {
    for (const value of ['', 'a b', 'file:///x?y=z', '=?base64?half', 'half?=', '=?BASE64?QQ==?=']) {
      expect(encodeHeaderValue(value)).toBe(value);
    }
  });

  it('encodes control characters, a tab among them', () => {
    for (const value of ['a\tb', 'a\0', '\x7f', 'a\r\nX: y'])
      expect(encodeHeaderValue(value)).toMatch(/^=\?base64\?/);
  });

  it('never writes a character that could break a header', () => {
    fc.assert(
      fc.property(anyText, value => {
        expect(encodeHeaderValue(value)).toMatch(/^[ -~]*$/);
      }),
    );
  });
});

describe('decodeHeaderValue', () => {
  it('reads the examples of the specification', () => {
    for (const [value, header] of CODED) expect(decodeHeaderValue(header)).toEqual({ ok: true, value });
  });

  it('takes a prefix or a suffix alone, or in other letters, for a literal', () => {
    for (const value of ['=?base64?QQ==', 'QQ==?=', '=?Base64?QQ==?=', '?=', 'x=?base64?QQ==?=']) {
      expect(decodeHeaderValue(value)).toEqual({ ok: true, value });
    }
  });

  it('takes away spaces and tabs around the value', () => {
    expect(decodeHeaderValue(' \ta b\t ')).toEqual({ ok: true, value: 'a b' });
    expect(decodeHeaderValue(' =?base64?IGEg?= ')).toEqual({ ok: true, value: ' a ' });
    expect(decodeHeaderValue(' ')).toEqual({ ok: true, value: '' });
  });

  it('reads an empty wrapped value', () => {
    expect(decodeHeaderValue('=?base64??=')).toEqual({ ok: true, value: '' });
  });

  it('refuses Base64 that is unpadded, badly padded, illegal or spelled in two ways', () => {
    for (const base64 of [
      'QQ',
      'QQ=',
      'QQ===',
      'Q',
      'A===',
      '====',
      '=',
      'QQ==QQ==',
      'Q Q=',
      ' QQ==',
      'Q-_=',
      'QR==',
      'QUF=',
    ]) {
      expect(decodeHeaderValue(`=?base64?${base64}?=`).ok, base64).toBe(false);
    }
    expect(decodeHeaderValue('=?base64?=').ok).toBe(false);
  });

  it('refuses Base64 of bytes that are not UTF-8', () => {
    expect(decodeHeaderValue('=?base64?/w==?=').ok).toBe(false);
    expect(decodeHeaderValue('=?base64?7aCA?=').ok).toBe(false);
  });

  it('refuses characters that no header may hold', () => {
    for (const raw of ['é', 'a\nb', 'a\0', '\x7f', '世', '\u00a0a'])
      expect(decodeHeaderValue(raw).ok).toBe(false);
    expect(decodeHeaderValue('a\tb')).toEqual({ ok: true, value: 'a\tb' });
  });

  it('gives back what encodeHeaderValue was given', () => {
    const value = fc.oneof(
      anyText,
      fc.string(),
      anyText.map(text => `=?base64?${text}?=`),
    );
    fc.assert(
      fc.property(value, value => {
        expect(decodeHeaderValue(encodeHeaderValue(value))).toEqual({ ok: true, value });
      }),
    );
  });

  it('never throws', () => {
    const raw = fc.oneof(fc.string(), fc.string({ unit: 'binary' }));
    const digits = fc.string({ unit: fc.constantFrom(...'AQgw/+=Zz_ \n') });
    fc.assert(
      fc.property(
        fc.oneof(
          raw,
          digits.map(text => `=?base64?${text}?=`),
        ),
        text => {
          const decoded = decodeHeaderValue(text);
          expect(typeof (decoded.ok ? decoded.value : decoded.reason)).toBe('string');
        },
      ),
    );
  });

  it('has one wrapped spelling for each value', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'ABQgwYZz/+019'), maxLength: 8 });
    fc.assert(
      fc.property(digits, fc.constantFrom('', '=', '=='), (text, padding) => {
        const decoded = decodeHeaderValue(`=?base64?${text}${padding}?=`);
        if (!decoded.ok) return;
        const binary = String.fromCharCode(...new TextEncoder().encode(decoded.value));
        expect(btoa(binary)).toBe(text + padding);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('headerMatches', () => {
  it('compares text exactly, after decoding', () => {
    expect(headerMatches('get_weather', 'get_weather')).toBe(true);
    expect(headerMatches('Get_weather', 'get_weather')).toBe(false);
    expect(headerMatches('=?base64?SGVsbG8sIOS4lueVjA==?=', 'Hello, 世界')).toBe(true);
    expect(headerMatches('=?base64?SGVsbG8?=', 'Hello')).toBe(false);
    expect(headerMatches('42.0', '42')).toBe(false);
  });

  it('compares whole numbers as numbers', () => {
    for (const raw of ['42', '42.0', '42.000', ' 42 ', '=?base64?NDI=?='])
      expect(headerMatches(raw, 42), raw).toBe(true);
    expect(headerMatches('-7', -7)).toBe(true);
    expect(headerMatches('0', -0)).toBe(true);
    for (const raw of ['43', '', '42.5', '0x2a', '4.2e1', '+42', '42.', 'NaN', '42 0']) {
      expect(headerMatches(raw, 42), raw).toBe(false);
    }
    expect(headerMatches('', 0)).toBe(false);
  });

  it('does not let two numbers that round to one double match', () => {
    expect(headerMatches('9007199254740993', 9007199254740992)).toBe(false);
    expect(headerMatches('9007199254740991', 9007199254740991)).toBe(true);
  });

  it('spells booleans in lower case', () => {
    expect(headerMatches('true', true)).toBe(true);
    expect(headerMatches('false', false)).toBe(true);
    for (const raw of ['True', '1', 'yes', 'false']) expect(headerMatches(raw, true), raw).toBe(false);
  });

  it('holds for every value and its encoding', () => {
    const value = fc.oneof(anyText, fc.maxSafeInteger(), fc.boolean());
    fc.assert(
      fc.property(value, value => {
        expect(headerMatches(encodeHeaderValue(String(value)), value)).toBe(true);
      }),
    );
  });
});
