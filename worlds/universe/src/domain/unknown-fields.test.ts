import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallUniverse } from '../testing/small-universe.js';
import { storeFields } from '../testing/stored-fields.js';
import { prepareCommand } from './commands/prepared-command.js';
import { CommandRefused } from './model/command-refused.js';
import type { Kind } from './model/state.js';
import { finish } from './model/steps.js';
import { stateSchema } from './schemas/state-schema.js';
import { Universe } from './universe.js';

type Fields = Readonly<Record<string, unknown>>;

/** Every part of a command that has the fields of an entity, with these among them. */
const COMMANDS: readonly (readonly [
  name: string,
  kind: Kind | 'ring',
  command: (fields: Fields) => object,
])[] = [
  ['addStar', 'stars', payload => ({ type: 'addStar', id: 'new', payload })],
  ['updateStar', 'stars', payload => ({ type: 'updateStar', id: 'earth', payload })],
  ['the ring of addStar', 'ring', ring => ({ type: 'addStar', id: 'new', payload: { ring } })],
  ['the ring of updateStar', 'ring', ring => ({ type: 'updateStar', id: 'mars', payload: { ring } })],
  ['updateRing', 'ring', patch => ({ type: 'updateRing', planetId: 'mars', patch })],
  ['addGroup', 'groups', payload => ({ type: 'addGroup', id: 'new', payload })],
  ['updateGroup', 'groups', payload => ({ type: 'updateGroup', id: 'inner', payload })],
  [
    'setSmallBodyFields, as a list',
    'smallBodyFields',
    f => ({ type: 'setSmallBodyFields', fields: [{ id: 'a', ...f }] }),
  ],
  [
    'setSmallBodyFields, as a record',
    'smallBodyFields',
    f => ({ type: 'setSmallBodyFields', fields: { a: f } }),
  ],
  ['updateSmallBodyField', 'smallBodyFields', patch => ({ type: 'updateSmallBodyField', id: 'belt', patch })],
  [
    'addProtoplanetaryDisk',
    'protoplanetaryDisks',
    f => ({ type: 'addProtoplanetaryDisk', disk: { id: 'a', ...f } }),
  ],
  [
    'setProtoplanetaryDisks',
    'protoplanetaryDisks',
    f => ({ type: 'setProtoplanetaryDisks', disks: { a: f } }),
  ],
  [
    'updateProtoplanetaryDisk',
    'protoplanetaryDisks',
    patch => ({ type: 'updateProtoplanetaryDisk', id: 'disk', patch }),
  ],
  ['setNebulae', 'nebulae', f => ({ type: 'setNebulae', nebulae: { a: f } })],
  ['updateNebula', 'nebulae', patch => ({ type: 'updateNebula', id: 'crab', patch })],
  ...(['stars', 'groups', 'belts', 'smallBodyFields', 'protoplanetaryDisks', 'nebulae'] as const).map(
    kind =>
      [
        `${kind} of replaceSnapshot`,
        kind,
        (f: Fields) => ({ type: 'replaceSnapshot', snapshot: { [kind]: { a: f } } }),
      ] as const,
  ),
  [
    'a ring of replaceSnapshot',
    'ring',
    ring => ({ type: 'replaceSnapshot', snapshot: { stars: { a: { ring } } } }),
  ],
];

function knownOf(kind: Kind | 'ring'): readonly string[] {
  const { stars, ...others } = stateSchema.shape;
  if (kind === 'ring') return Object.keys(stars.valueType.shape.ring.def.innerType.shape);
  const record = kind === 'stars' ? stars : others[kind];
  return Object.keys(record.valueType.shape);
}

function refusal(work: () => unknown): CommandRefused {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof CommandRefused) return thrown;
    throw thrown;
  }
  throw new Error('It was applied.');
}

describe.each(COMMANDS)('an unknown field in %s', (_, kind, command) => {
  it('is refused with its name and all known ones, whatever it is', () => {
    const known = new Set(knownOf(kind));
    const names = fc.oneof(
      fc.constantFrom('toString', 'constructor', 'hasOwnProperty', 'Name', 'zz top'),
      fc.string({ minLength: 1, maxLength: 40 }).filter(name => name !== '__proto__'),
    );
    const values = fc.jsonValue();
    fc.assert(
      fc.property(
        names.filter(name => !known.has(name)),
        values,
        (name, value) => {
          const universe = smallUniverse();
          const before = universe.snapshot();
          const given = JSON.parse(JSON.stringify(command({ [name]: value }))) as object;
          for (const sent of [given, finish(prepareCommand(given))]) {
            const { reason, message } = refusal(() => universe.apply(sent));
            expect(reason).toBe('invalid');
            expect(message).toContain(`${name} is an unknown field`);
            if (value !== null) for (const field of known) expect(message).toContain(field);
          }
          expect(universe.snapshot()).toStrictEqual(before);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is refused with the nearest name', () => {
    const [near = '', far] =
      kind === 'groups'
        ? ['nmae', 'name']
        : kind === 'ring'
          ? ['opactiy', 'opacity']
          : kind === 'stars'
            ? ['orbitalDistnace', 'orbitalDistance']
            : ['naem', 'name'];
    const { message } = refusal(() => smallUniverse().apply(command({ [near]: 1 })));
    expect(message).toContain(`${near} is an unknown field, probably ${far}`);
  });
});

it('the inclination of a body is refused with the field that has it', () => {
  const add = { type: 'addStar', id: 'new', payload: { inclination: 3 } };
  expect(refusal(() => smallUniverse().apply(add)).message).toContain('probably orbitRotX');
});

it('an unknown field of a position is refused with those of a position', () => {
  const patch = { position: { x: 1, y: 2, z: 3, w: 4 } };
  const { message } = refusal(() => smallUniverse().apply({ type: 'updateNebula', id: 'crab', patch }));
  expect(message).toContain('patch.position.w is an unknown field; the fields of patch.position are x, y, z');
});

it('many unknown fields are refused in a short text, and few are compared', () => {
  const odd = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`odd${index}`, index]));
  const { message } = refusal(() => smallUniverse().apply({ type: 'addStar', id: 'new', payload: odd }));
  expect(message.length).toBeLessThan(2_000);
  expect(message).toContain('199995 more are unknown fields');
});

describe('a field that was stored before it was unknown', () => {
  const stored = () => {
    const universe = smallUniverse();
    storeFields(universe, 'stars', 'mars', { mood: 'calm', depth: [1] });
    storeFields(universe, 'nebulae', 'crab', { mood: 'dim' });
    return universe;
  };

  it('is read, and kept by commands on other fields', () => {
    const universe = stored();
    universe.apply({ type: 'updateStar', id: 'mars', payload: { mass: 9, ring: { opacity: 0.1 } } });
    universe.apply({ type: 'updateNebula', id: 'crab', patch: { radius: 4 } });
    expect(universe.snapshot().stars.mars).toMatchObject({ mood: 'calm', depth: [1], mass: 9 });
    expect(universe.snapshot().nebulae.crab).toMatchObject({ mood: 'dim', radius: 4 });
  });

  it('is kept by undo and by a restored state', () => {
    const universe = stored();
    const before = universe.snapshot();
    const removed = universe.apply({ type: 'removeStar', id: 'sun' });
    universe.revert(removed.changes, removed.inverse);
    expect(universe.snapshot()).toStrictEqual(before);
    const empty = Universe.empty();
    empty.replaceWith(before);
    expect(empty.snapshot()).toStrictEqual(before);
  });

  it('is removed by null, and cannot be set', () => {
    const universe = stored();
    const set = (payload: object) => universe.apply({ type: 'updateStar', id: 'mars', payload });
    expect(refusal(() => set({ mood: 'wild' })).message).toContain('mood is an unknown field');
    expect(set({ mood: null }).events).toMatchObject([{ fields: ['mood'] }]);
    expect(universe.snapshot().stars.mars).not.toHaveProperty('mood');
    expect(refusal(() => set({ mood: null })).message).toContain('mood is an unknown field');
  });
});
