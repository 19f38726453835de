import { ACCESS_RANK, type Access, WorldError } from '@worldwire/server';
import { accessOfWrite, highest } from '../access/write-access.js';
import type { ChosenStep } from './chosen-step.js';

/**
 * What an undo needs: the access of the highest write that it takes back, and of its own writes. The journal of an older version
 * has no access.
 */
export function accessOfSteps(steps: readonly ChosenStep[]): Access {
  return highest(steps.map(accessOfStep));
}

/** Throws for a step that needs more than the call was allowed: its write was done after the call was decided. */
export function requireAccess(steps: readonly ChosenStep[], allowed: Access): void {
  const high = steps.find(step => ACCESS_RANK[accessOfStep(step)] > ACCESS_RANK[allowed]);
  if (high === undefined) return;
  throw new WorldError(
    'Conflict',
    `Revision ${high.revision} (${high.tool}) was written meanwhile, and its undo needs the right to run code. Nothing was changed.`,
    'Send the call again: it is then decided with this write.',
  );
}

function accessOfStep({ access, step }: ChosenStep): Access {
  return highest([access, accessOfWrite(step.call)]);
}
