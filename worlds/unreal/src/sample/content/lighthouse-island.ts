import { objectPath } from '../model/blueprint-plan.js';
import type { LevelPlan } from '../model/level-plan.js';
import { PATHS } from './paths.js';

/** The rock with the lighthouse, by night. */
export const LIGHTHOUSE_ISLAND: LevelPlan = {
  path: PATHS.island,
  ground: [24, 38, 62],
  reach: 1_900,
  actors: [
    {
      name: 'DirectionalLight_0',
      label: 'Moon',
      class: 'DirectionalLight',
      location: { x: 0, y: 0, z: 3_000 },
      rotation: { pitch: -60, yaw: -120, roll: 0 },
      parts: { LightComponent0: { Intensity: 0.4, LightColor: { R: 170, G: 190, B: 255, A: 255 } } },
    },
    {
      name: 'PlayerStart_0',
      class: 'PlayerStart',
      location: { x: 700, y: 0, z: 92 },
      rotation: { pitch: 0, yaw: 180, roll: 0 },
    },
    {
      name: 'StaticMeshActor_0',
      label: 'Rock',
      class: 'StaticMeshActor',
      location: { x: 0, y: 0, z: -120 },
      scale: { x: 4, y: 4, z: 2 },
      parts: {
        StaticMeshComponent0: {
          StaticMesh: objectPath(PATHS.quayBlock),
          OverrideMaterials: [objectPath(PATHS.stone)],
          Mobility: 'Static',
        },
      },
    },
    {
      name: 'BP_Lighthouse_C_1',
      label: 'Lighthouse',
      class: PATHS.lighthouse,
      location: { x: 0, y: 0, z: 0 },
    },
    {
      name: 'BP_Door_C_1',
      label: 'TowerDoor',
      class: PATHS.door,
      location: { x: 225, y: 0, z: 0 },
      values: { bLocked: true, KeyName: 'BrassKey' },
    },
    {
      name: 'BP_Lantern_C_1',
      label: 'JettyLantern',
      class: PATHS.lantern,
      location: { x: 760, y: 260, z: 0 },
    },
    {
      name: 'BP_Ferry_C_1',
      label: 'NightFerry',
      class: PATHS.ferry,
      location: { x: 1_300, y: 0, z: -40 },
      rotation: { pitch: 0, yaw: 180, roll: 0 },
      values: { Destination: objectPath(PATHS.harbour) },
    },
    {
      name: 'Note_0',
      label: 'KeepersLog',
      class: 'Note',
      location: { x: 300, y: 90, z: 100 },
      values: { Text: 'Third night of fog. The lamp must not go out.' },
    },
  ],
};
