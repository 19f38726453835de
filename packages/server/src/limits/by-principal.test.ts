import { describe, expect, it } from 'vitest';
import { ByPrincipal } from './by-principal.js';

interface Place {
  readonly principal: string;
  readonly name: string;
}

function shares(held: Record<string, number>): ByPrincipal<Place> {
  const all = new ByPrincipal<Place>();
  for (const [principal, count] of Object.entries(held))
    for (let n = 1; n <= count; n++) all.add({ principal, name: `${principal}${n}` });
  return all;
}

const names = (places: Iterable<Place> | undefined) => [...(places ?? [])].map(({ name }) => name);

describe('ByPrincipal', () => {
  it('counts every place once, and releases it once', () => {
    const all = shares({ ada: 2, bob: 1 });
    const [first] = all as Iterable<Place>;
    all.add(first!);
    expect([all.size, names(all)]).toEqual([3, ['ada1', 'ada2', 'bob1']]);
    all.delete(first!);
    all.delete(first!);
    all.delete({ principal: 'eve', name: 'eve1' });
    expect([all.size, names(all)]).toEqual([2, ['ada2', 'bob1']]);
  });

  it('takes the oldest place of the principal with most places', () => {
    const all = shares({ ada: 2, bob: 3 });
    expect(names(all.above('eve'))).toEqual(['bob1', 'bob2', 'bob3']);
    expect(names(all.largest)).toEqual(['bob1', 'bob2', 'bob3']);
  });

  it('moves a place only to a principal that then has no more than the other', () => {
    const all = shares({ ada: 3, bob: 2, eve: 1 });
    expect(all.above('eve')).toBeDefined();
    expect(all.above('bob')).toBeUndefined();
    expect(all.above('ada')).toBeUndefined();
    expect(shares({ ada: 1 }).above('bob')).toBeUndefined();
    expect(shares({}).above('bob')).toBeUndefined();
  });
});
