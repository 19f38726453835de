import { describe, expect, it } from 'vitest';
import { memberLine } from './code-hits.js';

const line = (specifiers: string) =>
  memberLine({ kind: 'property', name: 'Width', line: 1, specifiers, signature: 'float Width' });

describe('the line of a member', () => {
  it.each([
    ['EditAnywhere, Category = "Door"', 'EditAnywhere, Category = "Door"'],
    ['A, B, C, D', 'A, B, C'],
    [
      'meta = (Min = "0", Names = (A, B), Max = "1"), B, C, D',
      'meta = (Min = "0", Names = (A, B), Max = "1"), B, C',
    ],
    ['Category = "a), b, (c", B, C, D', 'Category = "a), b, (c", B, C'],
    ['A, meta = (B, C, D', 'A, meta = (B, C, D'],
  ])('has the first specifiers: %s', (specifiers, first) =>
    expect(line(specifiers)).toBe(`UPROPERTY(${first}) float Width`),
  );
});
