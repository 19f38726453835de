import type { World } from '@worldwire/server';
import { didYouMean } from '@worldwire/server/kit/near-matches';
import { Problem } from '../errors/problem.js';
import { unmatched } from '../settings/features.js';
import type { Settings } from '../settings/settings.js';

/** Refuses a name that matches no tool or prompt: it would silently leave out all of them. */
export function checkFeatures(
  { features, where }: Pick<Settings, 'features' | 'where'>,
  worlds: readonly World[],
  missing?: Problem,
): void {
  const wrong = unmatched(features, worlds);
  if (wrong === undefined) return;
  // The name may belong to a world that could not be opened: report that error.
  if (missing !== undefined) throw missing;
  const { key, name, known } = wrong;
  const message = `${where(`features.${key}`)}: no ${key} are called "${name}".${didYouMean(name, known)}`;
  throw Problem.usage(message, 'features');
}
