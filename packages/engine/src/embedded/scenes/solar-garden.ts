import type { Blueprint } from '../model/blueprint.js';
import type { GameObject } from '../model/game-object.js';
import { writeMember } from '../reflection/invoke.js';
import { group, light, mainCamera, solid, type Triple } from './pieces.js';

interface Planet {
  readonly name: string;
  readonly radius: number;
  readonly period: number;
  readonly size: number;
  readonly color: Triple;
  readonly around?: string;
}

const PLANETS: readonly Planet[] = [
  { name: 'Mercury', radius: 3, period: 4, size: 0.3, color: [0.6, 0.6, 0.6] },
  { name: 'Venus', radius: 4.5, period: 7, size: 0.5, color: [0.9, 0.8, 0.5] },
  { name: 'Earth', radius: 6.5, period: 12, size: 0.6, color: [0.2, 0.4, 0.9] },
  { name: 'Moon', radius: 1, period: 3, size: 0.2, color: [0.8, 0.8, 0.8], around: 'Earth' },
  { name: 'Mars', radius: 8.5, period: 20, size: 0.45, color: [0.8, 0.3, 0.2] },
];

/** Planets around a sun, over a lawn with hedges and a pond. */
export function solarGarden(): readonly Blueprint[] {
  return [
    mainCamera([0, 14, -18], [35, 0, 0]),
    {
      ...light('Sun', 'Point', { color: [1, 0.9, 0.6], intensity: 3, range: 40 }, { position: [0, 4, 0] }),
      children: [
        solid('Sun Ball', 'Sphere', { position: [0, 0, 0], scale: [2, 2, 2] }, [1, 0.8, 0.2], {
          components: [{ type: 'Worldwire.Rotator', members: { speed: 15 } }],
        }),
      ],
    },
    group('Planets', PLANETS.map(planet)),
    group('Garden', [
      solid('Lawn', 'Cube', { position: [0, -0.5, 0], scale: [40, 1, 40] }, [0.2, 0.5, 0.2]),
      solid('Pond', 'Cylinder', { position: [-9, 0, 7], scale: [5, 0.1, 5] }, [0.2, 0.4, 0.7]),
      ...[-12, -6, 6, 12].map((x, at) =>
        solid(`Hedge ${at + 1}`, 'Cube', { position: [x, 0.75, 14], scale: [4, 1.5, 1] }, [0.1, 0.4, 0.1]),
      ),
    ]),
  ];
}

/** Orbits refer to other objects, so they are set when all exist. */
export function joinOrbits(objects: Iterable<GameObject>): void {
  const named = new Map([...objects].map(object => [object.name, object]));
  for (const { name, around = 'Sun' } of PLANETS) {
    const orbiter = named.get(name)?.component('Worldwire.Orbiter');
    if (orbiter === undefined) continue;
    writeMember(orbiter.type, orbiter, 'center', named.get(around)?.id ?? null, orbiter.object.world);
  }
}

function planet({ name, radius, period, size, color }: Planet, at: number): Blueprint {
  return solid(name, 'Sphere', { position: [radius, 4, 0], scale: [size, size, size] }, color, {
    tag: 'Planet',
    components: [
      { type: 'Worldwire.Orbiter', members: { radius, period, phase: at * 70, inclination: at * 3 } },
    ],
  });
}
