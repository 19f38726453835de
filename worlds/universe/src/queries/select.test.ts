import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Entity, finish, type Kind, Universe } from '../domain/index.js';
import { storeFields } from '../testing/stored-fields.js';
import type { Where } from './condition.js';
import { select } from './select.js';
import { readSort } from './sort-order.js';

const MASSES = [1, 2, 2, 5, 5e24];
const TYPES = ['star', 'planet', 'moon', undefined] as const;
const NAMES = ['Ares', 'ares', 'Brontë', 'Beta 7', 'b*'];

interface Drawn {
  readonly parent: number | undefined;
  readonly mass: number;
  readonly name: string;
  readonly bodyType: (typeof TYPES)[number];
  readonly population: number | undefined;
}

const bodies: fc.Arbitrary<Drawn[]> = fc.array(
  fc.record({
    parent: fc.option(fc.nat(11), { nil: undefined }),
    mass: fc.constantFrom(...MASSES),
    name: fc.constantFrom(...NAMES),
    bodyType: fc.constantFrom(...TYPES),
    population: fc.option(fc.constantFrom(3, 9), { nil: undefined }),
  }),
  { minLength: 1, maxLength: 12 },
);

/** A body may orbit only an earlier one, so there are no cycles. */
function universeOf(drawn: readonly Drawn[]): Universe {
  const stars = drawn.map(({ parent, population: _, ...fields }, index) => {
    const parentId = parent === undefined || parent >= index ? null : `b${parent}`;
    return [`b${index}`, { ...fields, parentId }];
  });
  const record = Object.fromEntries(stars) as Record<string, { parentId: string | null }>;
  const roots = Object.keys(record).filter(id => record[id]?.parentId === null);
  const inner = roots.slice(0, 1).map(id => ({ id, type: 'system' }));
  const universe = Universe.from({
    stars: record,
    groups: {
      outer: {
        name: 'Outer',
        children: [{ id: 'inner', type: 'group' }, ...roots.slice(1, 2).map(id => ({ id, type: 'system' }))],
      },
      inner: { name: 'Inner', parentGroupId: 'outer', children: inner },
    },
  });
  for (const [index, { population }] of drawn.entries())
    if (population !== undefined) storeFields(universe, 'stars', `b${index}`, { population });
  return universe;
}

const wheres = fc.record(
  {
    name: fc.constantFrom('ares', 'b*', '*e*', 'Beta*7'),
    type: fc.oneof(fc.constantFrom('star', 'planet'), fc.constant(['planet', 'moon'])),
    parent: fc.constantFrom('b0', null),
    group: fc.constantFrom('Outer', 'inner'),
    text: fc.constantFrom('ES', 'b1', '#'),
    mass: fc.oneof(
      fc.record({ min: fc.constantFrom(2, 5) }),
      fc.record({ max: fc.constant(2) }),
      fc.constant(5),
    ),
    children: fc.record({ min: fc.nat(2) }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Where>;

/** The same as `where`, written over a whole state as plainly as possible. */
function expected(universe: Universe, where: Where): string[] {
  const { stars, groups } = universe.snapshot();
  const rootOf = (id: string): string =>
    stars[id]?.parentId === null ? id : rootOf(stars[id]?.parentId as string);
  const systemsOf = (id: string): string[] =>
    (groups[id]?.children ?? []).flatMap(child =>
      child.type === 'group' ? systemsOf(child.id) : [child.id],
    );
  const like = (pattern: string, text: string) =>
    new RegExp(
      `^${pattern
        .split('*')
        .map(part => part.replace(/\W/g, '\\$&'))
        .join('[^]*')}$`,
      'i',
    ).test(text);
  return Object.values(stars)
    .filter(star => where.name === undefined || like(where.name, star.name))
    .filter(star => where.type === undefined || [where.type].flat().includes(star.bodyType ?? ''))
    .filter(star => where.parent === undefined || star.parentId === where.parent)
    .filter(
      star => where.group === undefined || systemsOf(where.group.toLowerCase()).includes(rootOf(star.id)),
    )
    .filter(
      star =>
        where.text === undefined ||
        JSON.stringify(Object.values(star).filter(value => typeof value === 'string'))
          .toLowerCase()
          .includes(where.text.toLowerCase()),
    )
    .filter(star => inRange(star.mass, where.mass))
    .filter(star => inRange(star.children.length, where.children))
    .map(star => star.id);
}

function inRange(value: number, condition: unknown): boolean {
  if (condition === undefined) return true;
  if (typeof condition === 'number') return value === condition;
  const { min = -Infinity, max = Infinity } = condition as { min?: number; max?: number };
  return value >= min && value <= max;
}

const page = (universe: Universe, where: Where, more: object = {}) =>
  finish(
    select(universe.capture(), { kinds: ['stars'], where, sort: readSort(undefined), limit: 1_000, ...more }),
  );

describe('a selection', () => {
  it('has exactly the entities that meet every condition', () => {
    fc.assert(
      fc.property(bodies, wheres, (drawn, where) => {
        const universe = universeOf(drawn);
        if (where.parent === 'b0' && !universe.has('stars', 'b0')) return;
        const { total, items, more } = page(universe, where);
        expect(items.map(({ id }) => id).sort()).toEqual(expected(universe, where).sort());
        expect([total, more]).toEqual([items.length, false]);
        for (const { id, entity } of items) expect(entity).toEqual(universe.entity('stars', id));
      }),
      { numRuns: 200 },
    );
  });

  it('visits each entity once in pages of any size, in the order of the sort', () => {
    const sorts = fc.constantFrom(
      undefined,
      'mass',
      '-mass',
      'name',
      '-name',
      'bodyType',
      '-children',
      'radius',
    );
    fc.assert(
      fc.property(bodies, sorts, fc.integer({ min: 1, max: 5 }), (drawn, text, limit) => {
        const universe = universeOf(drawn);
        const sort = readSort(text);
        const seen: Entity[] = [];
        for (let after: object | undefined; ; ) {
          const { items, more, total } = page(universe, {}, { sort, limit, after });
          expect(items.length).toBeLessThanOrEqual(limit);
          expect(total).toBe(drawn.length);
          seen.push(...items.map(({ entity }) => entity));
          after = items.at(-1);
          if (!more) break;
        }
        expect(seen.map(({ id }) => id).sort()).toEqual(drawn.map((_, index) => `b${index}`).sort());
        const values = seen.map(entity => sortedBy(entity, sort.field));
        for (const [index, value] of values.entries()) {
          const next = values[index + 1];
          if (next === undefined || value === undefined) continue;
          expect(sort.descending ? value >= next : value <= next).toBe(true);
        }
        // Entities without the field come last.
        const first = values.indexOf(undefined);
        if (first >= 0) expect(values.slice(first).every(value => value === undefined)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('goes on after an entity that was removed since', () => {
    const universe = universeOf(
      MASSES.map(mass => ({
        parent: undefined,
        mass,
        name: 'A',
        bodyType: undefined,
        population: undefined,
      })),
    );
    const first = page(universe, {}, { limit: 2 });
    universe.apply({ type: 'removeStar', id: 'b1' });
    const rest = page(universe, {}, { after: first.items.at(-1) });
    expect(rest.items.map(({ id }) => id)).toEqual(['b2', 'b3', 'b4']);
  });

  it('searches several records, which may have the same ids', () => {
    const universe = Universe.from({ stars: { same: {} }, nebulae: { same: { radius: 3 }, other: {} } });
    const kinds: readonly Kind[] = ['stars', 'nebulae'];
    const seen: string[] = [];
    for (let after: object | undefined; ; ) {
      const { items, more } = page(universe, {}, { kinds, limit: 1, after });
      seen.push(...items.map(({ kind, entity }) => `${kind} ${entity.id}`));
      after = items.at(-1);
      if (!more) break;
    }
    expect(seen.sort()).toEqual(['nebulae other', 'nebulae same', 'stars same']);
  });

  it('finds a field that no schema has, if an entity has it', () => {
    const universe = Universe.from({ stars: { a: {}, b: {} } });
    storeFields(universe, 'stars', 'a', { population: 5 });
    expect(page(universe, { population: { min: 1 } }).items.map(({ id }) => id)).toEqual(['a']);
  });

  it.each([
    ['where', { where: { masss: { min: 1 } } }, '"mass"'],
    ['sort', { sort: readSort('-radios') }, '"radius"'],
    ['fields', { fields: ['name', 'colour'] }, '"color"'],
  ])('refuses a field of %s that no entity has, with the nearest', (argument, more, near) => {
    const universe = Universe.from({ stars: { a: {} } });
    expect(() => page(universe, {}, more)).toThrow(
      expect.objectContaining({
        kind: 'InvalidArgument',
        message: expect.stringContaining(argument),
        hint: expect.stringContaining(`Did you mean ${near}`),
      }),
    );
  });

  it('refuses a text for a number, and shows a range', () => {
    const universe = Universe.from({ stars: { a: {} } });
    expect(() => page(universe, { mass: '>1e24' })).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('{"where":{"mass":{"min"') }),
    );
  });

  it('refuses a type that does not exist, with the nearest', () => {
    expect(() => page(Universe.empty(), { type: 'plannet' })).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('"planet"') }),
    );
  });

  it('is made in steps that do not grow with the universe', () => {
    const stars = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`b${i}`, { mass: i }]));
    const capture = Universe.from({ stars }).capture();
    const steps = select(capture, { kinds: ['stars'], where: {}, sort: readSort('-mass'), limit: 5 });
    let count = 0;
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) {
        expect(value.items.map(({ id }) => id)).toEqual(['b19999', 'b19998', 'b19997', 'b19996', 'b19995']);
        break;
      }
      count++;
    }
    expect(count).toBeGreaterThan(100);
  });
});

function sortedBy(entity: Entity, field: string | undefined): number | string | undefined {
  const value = field === undefined ? entity.id : entity[field];
  if (Array.isArray(value)) return value.length;
  return typeof value === 'string' && field !== undefined
    ? value.toLowerCase()
    : (value as number | undefined);
}
