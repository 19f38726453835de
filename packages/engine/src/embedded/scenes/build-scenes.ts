import type { BuildSceneInfo } from '../../port/operations.js';
import type { Blueprint } from '../model/blueprint.js';
import type { GameObject } from '../model/game-object.js';
import { arena } from './arena.js';
import { menu } from './menu.js';
import { joinOrbits, solarGarden } from './solar-garden.js';

export interface BuildScene extends BuildSceneInfo {
  readonly plan: () => readonly Blueprint[];
  /** Runs when all objects exist. */
  readonly join?: (objects: Iterable<GameObject>) => void;
}

/** The scenes that can be loaded, in the order of their indices. */
export const BUILD_SCENES: readonly BuildScene[] = [
  { ...named(0, 'Arena'), plan: arena },
  { ...named(1, 'Menu'), plan: menu },
  { ...named(2, 'SolarGarden'), plan: solarGarden, join: joinOrbits },
];

function named(index: number, name: string): BuildSceneInfo {
  return { index, name, path: `Assets/Scenes/${name}.unity` };
}
