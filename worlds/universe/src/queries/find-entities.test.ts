import { describe, expect, it } from 'vitest';
import { type Entity, finish } from '../domain/index.js';
import { findEach, findEntity, nearestOf } from './find-entities.js';

const BODIES: readonly Entity[] = [
  { id: 'mars', name: 'Mars', parentId: null },
  { id: 'io', name: 'Io', parentId: 'jupiter' },
  { id: 'x-1', name: 'Twin', parentId: 'mars' },
  { id: 'x-2', name: 'twin', parentId: 'io' },
  { id: 'Twin-3', name: 'Io of another', parentId: null },
  { id: 'venus', name: 'mars' },
];

const find = (text: string) => finish(findEntity(BODIES, text)).id;

describe('a body', () => {
  it('is found by its id, which wins over a name', () => expect(find('mars')).toBe('mars'));

  it('is found by its name, whatever the case', () => expect(find('IO')).toBe('io'));

  it('is found by its id in another case', () => expect(find('TWIN-3')).toBe('Twin-3'));

  it('is refused if several have the name, with their ids and parents', () => {
    expect(() => find('TWIN')).toThrow('"x-1" (of "mars"), "x-2" (of "io")');
  });

  it('is refused with the nearest ids and names if there is none', () => {
    expect(() => find('marz')).toThrow(
      expect.objectContaining({ kind: 'NotFound', hint: expect.stringContaining('"mars"') }),
    );
  });

  it('is found for each of several texts, in their order', () => {
    expect(finish(findEach(BODIES, ['Io', 'mars'])).map(({ id }) => id)).toEqual(['io', 'mars']);
  });
});

it('the nearest of many bodies are searched in steps', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => ({ id: `body-${i}`, name: `Body ${i}` }));
  const steps = nearestOf(many, 'bdy-77');
  expect(steps.next().done).toBe(false);
  expect(finish(steps)).toContain('body-77');
});
