import { joined } from '../domain/index.js';
import { lossesOf } from '../queries/differences.js';
import type { Operation } from './operation.js';

/** Calls `beforeLoss` for a write that removes or overwrites something, which is taken back where that throws. */
export function holdForLoss(beforeLoss: (() => void) | undefined): Operation['hold'] {
  if (beforeLoss === undefined) return undefined;
  return steps => {
    if (lossesOf(joined(steps), 1) > 0) beforeLoss();
    return undefined;
  };
}
