import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { WorldInfo } from '../../api/operator.js';
import type { Clock } from '../clock/clock.js';
import type { UniverseScene } from '../draw/scene.js';
import type { FollowedUniverse } from '../live/followed-universe.js';
import type { ShownUniverse } from '../live/shown-universe.js';

/** What the panels of the view share. */
export interface UniverseParts {
  readonly world: WorldInfo;
  readonly universe: FollowedUniverse;
  readonly shown: ShownUniverse;
  readonly clock: Clock;
  readonly scene: ReadonlySignal<UniverseScene | undefined>;
  /** Selects a body, a group or scenery. */
  readonly select: (id: string | undefined) => void;
  readonly flyTo: (id: string) => void;
}

export const UniverseContext = createContext<UniverseParts | undefined>(undefined);

export function useUniverse(): UniverseParts {
  return useContext(UniverseContext)!;
}
