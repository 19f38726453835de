import { objectPath } from '../model/blueprint-plan.js';
import type { ActorPlan, LevelPlan } from '../model/level-plan.js';
import { PATHS } from './paths.js';

const KEY = 'BrassKey';

/** The quay with its houses, north being the sea. */
export const HARBOUR: LevelPlan = {
  path: PATHS.harbour,
  ground: [52, 92, 120],
  reach: 1_500,
  actors: [
    {
      name: 'DirectionalLight_0',
      label: 'Sun',
      class: 'DirectionalLight',
      location: { x: 0, y: 0, z: 2_000 },
      rotation: { pitch: -46, yaw: 30, roll: 0 },
    },
    { name: 'PlayerStart_0', class: 'PlayerStart', location: { x: -250, y: 0, z: 92 } },
    {
      name: 'CameraActor_0',
      label: 'HarbourView',
      class: 'CameraActor',
      location: { x: 1_300, y: -900, z: 900 },
      rotation: { pitch: -25, yaw: 150, roll: 0 },
    },
    ...[-800, -400, 0, 400, 800].map((y, at) =>
      mesh(`StaticMeshActor_${at}`, `Quay${at + 1}`, PATHS.quayBlock, [0, y, -60]),
    ),
    {
      ...mesh('StaticMeshActor_7', 'Shore', PATHS.quayBlock, [-750, 0, -120]),
      scale: { x: 2.75, y: 5.5, z: 2 },
      parts: {
        StaticMeshComponent0: {
          StaticMesh: objectPath(PATHS.quayBlock),
          OverrideMaterials: [objectPath(PATHS.stone)],
          Mobility: 'Static',
        },
      },
    },
    mesh('StaticMeshActor_5', 'Tavern', PATHS.house, [-800, -500, 240]),
    mesh('StaticMeshActor_6', 'Boathouse', PATHS.house, [-800, 600, 240]),
    { name: 'BP_Door_C_1', label: 'TavernDoor', class: PATHS.door, location: { x: -490, y: -500, z: 0 } },
    {
      name: 'BP_Door_C_2',
      label: 'BoathouseDoor',
      class: PATHS.door,
      location: { x: -490, y: 600, z: 0 },
      values: { bLocked: true, KeyName: KEY },
    },
    {
      name: 'BP_Lantern_C_1',
      label: 'WestLantern',
      class: PATHS.lantern,
      location: { x: -120, y: -800, z: 0 },
    },
    { name: 'BP_Lantern_C_2', label: 'QuayLantern', class: PATHS.lantern, location: { x: -120, y: 0, z: 0 } },
    {
      name: 'BP_Lantern_C_3',
      label: 'EastLantern',
      class: PATHS.lantern,
      location: { x: -120, y: 800, z: 0 },
      values: { bLit: false },
      parts: { Flame: { bVisible: false } },
    },
    {
      name: 'BP_Ferry_C_1',
      label: 'Ferry',
      class: PATHS.ferry,
      location: { x: 420, y: 350, z: -40 },
      rotation: { pitch: 0, yaw: 90, roll: 0 },
    },
    {
      name: 'PointLight_0',
      label: 'TavernWindow',
      class: 'PointLight',
      location: { x: -480, y: -650, z: 140 },
      parts: {
        LightComponent0: {
          Intensity: 1_800,
          LightColor: { R: 255, G: 200, B: 130, A: 255 },
          AttenuationRadius: 300,
        },
      },
    },
    {
      name: 'Note_0',
      label: 'BartendersNote',
      class: 'Note',
      location: { x: -470, y: -420, z: 100 },
      values: {
        Text: `The ${KEY} of the boathouse hangs behind the bar. The same key opens the tower on the island.`,
      },
    },
  ],
};

function mesh(
  name: string,
  label: string,
  path: string,
  [x, y, z]: readonly [number, number, number],
): ActorPlan {
  return {
    name,
    label,
    class: 'StaticMeshActor',
    location: { x, y, z },
    parts: { StaticMeshComponent0: { StaticMesh: objectPath(path), Mobility: 'Static' } },
  };
}
