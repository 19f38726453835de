import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { solarSystem } from '../../sol/solar-system.js';
import { CommandRefused } from '../model/command-refused.js';
import { problemsOf } from '../model/invariants.js';
import { snapshotSchema, stateSchema } from '../schemas/state-schema.js';
import { Universe } from '../universe.js';
import { COMMANDS } from './command-catalogue.js';
import { CATEGORIES } from './command-definition.js';

describe('the catalogue', () => {
  it('has twenty-five commands in ten categories, in the order of the categories', () => {
    expect(COMMANDS.map(command => command.name)).toEqual([
      'tick',
      'addStar',
      'updateStar',
      'removeStar',
      'attachStar',
      'detachStar',
      'addGroup',
      'updateGroup',
      'removeGroup',
      'addToGroup',
      'removeFromGroup',
      'moveToGroup',
      'setSmallBodyFields',
      'updateSmallBodyField',
      'removeSmallBodyField',
      'setProtoplanetaryDisks',
      'addProtoplanetaryDisk',
      'updateProtoplanetaryDisk',
      'removeProtoplanetaryDisk',
      'setNebulae',
      'updateNebula',
      'removeNebula',
      'updateRing',
      'removeRing',
      'replaceSnapshot',
    ]);
    expect([...new Set(COMMANDS.map(command => command.category))]).toEqual(CATEGORIES);
  });

  it.each(COMMANDS.map(command => [command.name, command] as const))(
    'has an example of %s that sol accepts and that does something',
    (name, { example }) => {
      const sol = Universe.from(solarSystem());
      if (name === 'addToGroup') sol.apply(COMMANDS.find(command => command.name === 'addGroup')?.example);
      const { changes, events } = sol.apply(example);
      expect(changes).not.toEqual([]);
      expect(events).not.toEqual([]);
      expect(problemsOf(sol.snapshot())).toEqual([]);
      expect(stateSchema.safeParse(sol.snapshot()).error).toBeUndefined();
    },
  );

  it('has schemas that convert to JSON Schema', () => {
    for (const { schema } of COMMANDS)
      expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({
        type: 'object',
        additionalProperties: false,
      });
    expect(z.toJSONSchema(stateSchema)).toMatchObject({ type: 'object' });
    expect(z.toJSONSchema(snapshotSchema, { io: 'input' })).toMatchObject({ type: 'object' });
  });

  it.each([
    [null, 'A command must be an object with a type.', 'updateStar'],
    [[], 'A command must be an object with a type.', 'updateStar'],
    [{}, 'The command has no type.', 'tick, addStar'],
    [{ type: 'toString' }, 'The command "toString" does not exist.', 'list_universe_commands'],
    [{ type: 'addStarr' }, 'The command "addStarr" does not exist.', 'Did you mean addStar'],
    [{ type: 'x'.repeat(99) }, `The command "${'x'.repeat(60)}…" does not exist.`, 'list_universe_commands'],
    [
      { type: 'addStar', id: 'x' },
      'payload: expected object, received undefined',
      'Fields of addStar: id, payload',
    ],
    [{ type: 'addStar', id: 'x', payload: { mass: '1' } }, 'payload.mass: expected number', '"id":"vesta"'],
    [{ type: 'addStar', id: 'x', mass: 1, payload: {} }, 'mass is an unknown field', 'payload'],
    [{ type: 'tick', dt: Number.NaN }, 'dt: expected number, received NaN', '"dt":3600'],
    [
      { type: 'setNebulae', nebulae: { a: { radius: -1 } } },
      'nebulae.a.radius: Too small',
      'Fields of setNebulae',
    ],
    [
      { type: 'setNebulae', nebulae: [{ radius: 1 }] },
      'nebulae.0.id: expected string',
      'Fields of setNebulae',
    ],
    [{ type: 'setNebulae', nebulae: 3 }, 'nebulae: expected array', 'Fields of setNebulae'],
  ])('explains why %j is invalid, with a correct example', (command, message, hint) => {
    const refused = refusalOf(() => Universe.empty().apply(command));
    expect(refused).toMatchObject({ reason: 'invalid' });
    expect(refused.message).toContain(message);
    expect(refused.hint).toContain(hint);
  });
});

function refusalOf(action: () => unknown): CommandRefused {
  try {
    action();
  } catch (error) {
    if (error instanceof CommandRefused) return error;
    throw error;
  }
  throw new Error('It was accepted');
}
