import type { World } from '@worldwire/server';
import { didYouMean } from '../errors/near-match.js';
import { Problem } from '../errors/problem.js';
import { unmatched } from '../settings/features.js';
import type { Settings } from '../settings/settings.js';

/** Refuses a name that nothing has: it would leave out everything in silence. */
export function checkFeatures(
  { features, where }: Pick<Settings, 'features' | 'where'>,
  worlds: readonly World[],
  missing?: Problem,
): void {
  const wrong = unmatched(features, worlds);
  if (wrong === undefined) return;
  // A world that could not be opened may have it, so its problem is the one to report.
  if (missing !== undefined) throw missing;
  const { key, name, known } = wrong;
  const message = `${where(`features.${key}`)}: no ${key} are called "${name}".${didYouMean(name, known)}`;
  throw Problem.usage(message, 'features');
}
