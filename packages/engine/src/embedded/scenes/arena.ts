import type { Blueprint } from '../model/blueprint.js';
import { group, health, light, mainCamera, solid, type Triple } from './pieces.js';

const CRATES: readonly Triple[] = [
  [-4, 4, 2],
  [-4, 6, 2],
  [-4.2, 8, 2.1],
  [3, 3, -2],
  [5, 5, 4],
  [0, 7, 5],
];

/** A walled field with things that fall, turn, fight and appear. */
export function arena(): readonly Blueprint[] {
  return [
    mainCamera([0, 10, -16], [30, 0, 0]),
    group('Lighting', [
      light('Sun', 'Directional', { intensity: 1.2 }, { position: [0, 20, 0], rotation: [50, -30, 0] }),
      light('Brazier', 'Point', { color: [1, 0.6, 0.2], range: 12 }, { position: [8, 2, 8] }),
    ]),
    {
      name: 'Arena',
      children: [
        solid('Ground', 'Cube', { position: [0, -0.5, 0], scale: [30, 1, 30] }, [0.4, 0.35, 0.3]),
        ...walls(),
        group(
          'Crates',
          CRATES.map((position, at) =>
            solid(`Crate ${at + 1}`, 'Cube', { position }, [0.6, 0.4, 0.2], {
              tag: 'Crate',
              components: [{ type: 'UnityEngine.Rigidbody' }],
            }),
          ),
        ),
        turret(),
      ],
    },
    group('Enemies', [enemy(1, [6, 1, 6]), enemy(2, [-7, 1, 5]), enemy(3, [7, 1, -6])]),
    {
      name: 'Spawner',
      position: [0, 4, -8],
      components: [{ type: 'Worldwire.Spawner', members: { interval: 2, cap: 8, spread: 3 } }],
    },
    solid('Player', 'Capsule', { position: [0, 1, -4] }, [0.2, 0.5, 0.9], {
      tag: 'Player',
      components: [health(100, { regeneration: 1 }), { type: 'Worldwire.PlayerControl' }],
    }),
    backCamera(),
  ];
}

function walls(): Blueprint[] {
  const grey: Triple = [0.5, 0.5, 0.55];
  return [
    solid('Wall North', 'Cube', { position: [0, 1.5, 15], scale: [30, 3, 1] }, grey),
    solid('Wall South', 'Cube', { position: [0, 1.5, -15], scale: [30, 3, 1] }, grey),
    solid('Wall East', 'Cube', { position: [15, 1.5, 0], scale: [1, 3, 30] }, grey),
    solid('Wall West', 'Cube', { position: [-15, 1.5, 0], scale: [1, 3, 30] }, grey),
  ];
}

function turret(): Blueprint {
  return solid('Turret', 'Cylinder', { position: [0, 1, 0] }, [0.3, 0.3, 0.35], {
    components: [{ type: 'Worldwire.Rotator', members: { speed: 60 } }, health(250)],
    children: [
      solid('Barrel', 'Cube', { position: [0, 0.6, 0.9], scale: [0.2, 0.2, 1.4] }, [0.2, 0.2, 0.2], {
        children: [{ name: 'Muzzle', position: [0, 0, 0.5] }],
      }),
    ],
  });
}

function enemy(number: number, position: Triple): Blueprint {
  return solid(`Enemy ${number}`, 'Capsule', { position }, [0.8, 0.2, 0.2], {
    tag: 'Enemy',
    layer: 8,
    components: [health(75, { destroyOnDeath: true })],
    children: [{ name: 'Eye', position: [0, 0.7, 0.4] }],
  });
}

/** Sees the wall behind the main camera. It is not the camera of the game. */
function backCamera(): Blueprint {
  return {
    name: 'Back Camera',
    position: [0, 8, 0],
    rotation: [30, 180, 0],
    components: [{ type: 'UnityEngine.Camera', members: { enabled: false } }],
  };
}
