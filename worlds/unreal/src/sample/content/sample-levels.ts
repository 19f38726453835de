import type { JsonObject } from '@worldwire/protocol';
import type { ActorPlan, LevelPlan } from '../model/plans.js';
import { objectPath } from '../model/sample-object-path.js';
import { PATHS } from './paths.js';

type Triple = readonly [number, number, number];

const KEY = 'BrassKey';
const LOCKED = { bLocked: true, KeyName: KEY };
const ROCK = { OverrideMaterials: [objectPath(PATHS.stone)] };

/** The quay with its houses. The sea is to the north. */
export const HARBOUR: LevelPlan = {
  path: PATHS.harbour,
  ground: [52, 92, 120],
  reach: 1_500,
  actors: [
    actor('DirectionalLight_0', 'DirectionalLight', [0, 0, 2_000], { label: 'Sun', rotation: [-46, 30, 0] }),
    actor('PlayerStart_0', 'PlayerStart', [-250, 0, 92]),
    actor('CameraActor_0', 'CameraActor', [1_300, -900, 900], {
      label: 'HarbourView',
      rotation: [-25, 150, 0],
    }),
    ...[-800, -400, 0, 400, 800].map((y, at) =>
      mesh(`StaticMeshActor_${at}`, `Quay${at + 1}`, PATHS.quayBlock, [0, y, -60]),
    ),
    mesh('StaticMeshActor_7', 'Shore', PATHS.quayBlock, [-750, 0, -120], [2.75, 5.5, 2], ROCK),
    mesh('StaticMeshActor_5', 'Tavern', PATHS.house, [-800, -500, 240]),
    mesh('StaticMeshActor_6', 'Boathouse', PATHS.house, [-800, 600, 240]),
    actor('BP_Door_C_1', PATHS.door, [-490, -500, 0], { label: 'TavernDoor' }),
    actor('BP_Door_C_2', PATHS.door, [-490, 600, 0], { label: 'BoathouseDoor', values: LOCKED }),
    actor('BP_Lantern_C_1', PATHS.lantern, [-120, -800, 0], { label: 'WestLantern' }),
    actor('BP_Lantern_C_2', PATHS.lantern, [-120, 0, 0], { label: 'QuayLantern' }),
    actor('BP_Lantern_C_3', PATHS.lantern, [-120, 800, 0], {
      label: 'EastLantern',
      values: { bLit: false },
      parts: { Flame: { bVisible: false } },
    }),
    actor('BP_Ferry_C_1', PATHS.ferry, [420, 350, -40], { label: 'Ferry', rotation: [0, 90, 0] }),
    actor('PointLight_0', 'PointLight', [-480, -650, 140], {
      label: 'TavernWindow',
      parts: {
        LightComponent0: {
          Intensity: 1_800,
          LightColor: { R: 255, G: 200, B: 130, A: 255 },
          AttenuationRadius: 300,
        },
      },
    }),
    actor('Note_0', 'Note', [-470, -420, 100], {
      label: 'BartendersNote',
      values: {
        Text: `The ${KEY} of the boathouse hangs behind the bar. The same key opens the tower on the island.`,
      },
    }),
  ],
};

/** The rock with the lighthouse at night. */
export const LIGHTHOUSE_ISLAND: LevelPlan = {
  path: PATHS.island,
  ground: [24, 38, 62],
  reach: 1_900,
  actors: [
    actor('DirectionalLight_0', 'DirectionalLight', [0, 0, 3_000], {
      label: 'Moon',
      rotation: [-60, -120, 0],
      parts: { LightComponent0: { Intensity: 0.4, LightColor: { R: 170, G: 190, B: 255, A: 255 } } },
    }),
    actor('PlayerStart_0', 'PlayerStart', [700, 0, 92], { rotation: [0, 180, 0] }),
    mesh('StaticMeshActor_0', 'Rock', PATHS.quayBlock, [0, 0, -120], [4, 4, 2], ROCK),
    actor('BP_Lighthouse_C_1', PATHS.lighthouse, [0, 0, 0], { label: 'Lighthouse' }),
    actor('BP_Door_C_1', PATHS.door, [225, 0, 0], { label: 'TowerDoor', values: LOCKED }),
    actor('BP_Lantern_C_1', PATHS.lantern, [760, 260, 0], { label: 'JettyLantern' }),
    actor('BP_Ferry_C_1', PATHS.ferry, [1_300, 0, -40], {
      label: 'NightFerry',
      rotation: [0, 180, 0],
      values: { Destination: objectPath(PATHS.harbour) },
    }),
    actor('Note_0', 'Note', [300, 90, 100], {
      label: 'KeepersLog',
      values: { Text: 'Third night of fog. The lamp must not go out.' },
    }),
  ],
};

function actor(
  name: string,
  className: string,
  [X, Y, Z]: Triple,
  {
    rotation: [Pitch, Yaw, Roll] = [0, 0, 0],
    values,
    ...more
  }: Omit<ActorPlan, 'name' | 'class'> & { readonly rotation?: Triple } = {},
): ActorPlan {
  const place = { RelativeLocation: { X, Y, Z }, RelativeRotation: { Pitch, Yaw, Roll } };
  return { ...more, name, class: className, values: { ...place, ...values } };
}

function mesh(
  name: string,
  label: string,
  path: string,
  location: Triple,
  [X, Y, Z]: Triple = [1, 1, 1],
  part: JsonObject = {},
): ActorPlan {
  return actor(name, 'StaticMeshActor', location, {
    label,
    values: { RelativeScale3D: { X, Y, Z } },
    parts: { StaticMeshComponent0: { StaticMesh: objectPath(path), Mobility: 'Static', ...part } },
  });
}
