import { type Prompt, prompt, user } from '@worldwire/server';
import type { Universes } from '../service/universes.js';
import { completeId } from './universe-heads.js';

export function universePrompts(universes: Universes): readonly Prompt[] {
  const universeId = {
    description: 'Id of the universe, such as "sol"',
    required: true,
    complete: (value: string) => completeId(universes, value),
  };
  return [
    prompt({
      name: 'build_system',
      title: 'Build a star system',
      description: 'Builds a star system from a description, one command at a time.',
      arguments: {
        universeId,
        wish: { description: 'What to build, such as "a red dwarf with three icy planets"', required: true },
      },
      get: ({ universeId: id = '', wish = '' }) => [
        user(
          [
            `Build this in the universe "${id}": ${wish}`,
            'First call list_universe_commands for the categories "Star CRUD", "Star hierarchy" and "Rings".',
            `Read what is there with get_universe_state {"universeId":"${id}","summary":true}, so that you choose free ids.`,
            'Add the star first, then its planets with parentId, then their moons. Lengths are in km, masses in kg, angles',
            'in radians; where units is "scene", angles are in degrees and Earth has the radius 1 and the mass 1. orbitalSpeed is a full turn divided by the period in seconds. Choose values that obey Kepler: nearer is faster.',
            `When you are done, look at it with get_universe_state {"universeId":"${id}","picture":{"focus":"<id of the star>"}} and describe it.`,
          ].join('\n'),
        ),
      ],
    }),
    prompt({
      name: 'tour',
      title: 'Tour a universe',
      description: 'Gives a tour, from the largest to the smallest.',
      arguments: { universeId },
      get: ({ universeId: id = '' }) => [
        user(
          [
            `Give me a tour of the universe "${id}".`,
            `Begin with get_universe_state {"universeId":"${id}","summary":true} and {"universeId":"${id}","picture":{}}.`,
            'Then visit each system: its star, its planets from the inside out with what is special about each, and a few moons.',
            `Read only what you need, such as {"universeId":"${id}","where":{"parent":"<id of the star>"},"sort":"orbitalDistance","fields":["name","mass","radius"]}.`,
            'End with the three most remarkable things you saw.',
          ].join('\n'),
        ),
      ],
    }),
    prompt({
      name: 'diagnose',
      title: 'Diagnose a universe',
      description: 'Finds problems, and proposes commands that fix them.',
      arguments: { universeId },
      get: ({ universeId: id = '' }) => [
        user(
          [
            `Check the universe "${id}" and report what is wrong or odd in it.`,
            `Read get_universe_state {"universeId":"${id}"} (if it is large, page by page with where and fields) and what changed lately with {"universeId":"${id}","since":<revision>}.`,
            'Look for: bodies in the same place, moons heavier than their planet, orbits that cross their parent, speeds',
            'against Kepler, rings inside their planet, belts and disks whose host does not exist, groups without members, ids that',
            'contradict the name.',
            'List each finding with the command that would fix it. Do not send any of them before I agree.',
          ].join('\n'),
        ),
      ],
    }),
  ];
}
