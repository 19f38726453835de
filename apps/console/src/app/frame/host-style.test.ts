import { describe, expect, it } from 'vitest';
import { hostVariables, localeOf, viewHeight } from './host-style.js';

describe("the host's variables", () => {
  it('are taken where they are colours, fonts or corners', () => {
    const variables = {
      '--color-text-primary': 'light-dark(#111, #eee)',
      '--font-sans': 'Inter, sans-serif',
      '--border-radius-md': '8px',
    };
    expect(hostVariables({ styles: { variables } })).toEqual(Object.entries(variables));
  });

  it.each([
    ['--color-text-primary', 'url(https://example.org)'],
    ['--color-text-primary', 'red; background: blue'],
    ['--color-text-primary', 'x'.repeat(201)],
    ['--color-text-primary', 7 as never],
    ['background', 'red'],
    ['--shadow-sm', '0 0 1px'],
  ])('are left out otherwise: %s = %s', (name, value) => {
    expect(hostVariables({ styles: { variables: { [name]: value } } })).toEqual([]);
  });
});

describe('the height of a view', () => {
  it('is that of the host where it fixes one, or its own within the limit', () => {
    expect(viewHeight({ containerDimensions: { height: 300 } }, 460)).toEqual({ fills: true, height: 300 });
    expect(viewHeight({ containerDimensions: { maxHeight: 300 } }, 460)).toEqual({
      fills: false,
      height: 300,
    });
    expect(viewHeight({}, 460)).toEqual({ fills: false, height: 460 });
    expect(viewHeight({ displayMode: 'fullscreen' }, 460).fills).toBe(true);
  });
});

describe('the language of the host', () => {
  it('is left out where it is none', () => {
    expect([localeOf({ locale: 'de-DE' }), localeOf({ locale: 'not a language' }), localeOf({})]).toEqual([
      'de-DE',
      undefined,
      undefined,
    ]);
  });
});
