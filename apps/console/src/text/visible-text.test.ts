import { describe, expect, it } from 'vitest';
import { visibleText } from './visible-text.js';

describe('visible text', () => {
  it('shows what would reorder, hide or break the text as code points', () => {
    expect(visibleText('a\u202eb')).toBe('a‹U+202E›b');
    expect(visibleText('a\u0000\u200b\n\u2028b')).toBe('a‹U+0000›‹U+200B›‹U+000A›‹U+2028›b');
    expect(visibleText('\ud800')).toBe('‹U+D800›');
    expect(visibleText('\u{e0041}')).toBe('‹U+E0041›');
  });

  it('keeps letters of all languages, marks and emoji', () => {
    for (const text of ['Jötunheimr', '土星', 'שלום', 'नमस्ते', '🪐']) expect(visibleText(text)).toBe(text);
  });

  it('cuts a long text to the limit, and does not split a pair', () => {
    expect(visibleText('🪐'.repeat(50), 10)).toBe(`${'🪐'.repeat(9)}…`);
    expect([...visibleText('x'.repeat(1_000_000), 120)].length).toBe(120);
  });

  it('cuts marks that are piled on one letter', () => {
    expect(visibleText(`a${'\u0301'.repeat(100)}b`)).toBe(`a${'\u0301'.repeat(4)}…b`);
  });
});
