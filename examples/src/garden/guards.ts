import { operationOf, planDigest, requirePlan, tool, undoLine, WorldError } from 'worldwire';
import { z } from 'zod';
import { beds } from './beds.js';

export const setMoisture = tool({
  name: 'set_moisture',
  description: 'Sets the moisture of a bed.',
  access: 'write',
  input: z.object({ bed: z.string(), moisture: z.number().min(0).max(1) }),
  common: ['dryRun', 'expectDigest'],
  call({ bed, moisture }, context) {
    const { dryRun, expectDigest } = operationOf(context);
    const before = beds.get(bed);
    if (before === undefined) {
      throw new WorldError('NotFound', `There is no bed "${bed}".`, `Beds: ${[...beds.keys()].join(', ')}.`);
    }
    const plan = { bed, before, after: moisture };
    const digest = planDigest(plan);
    if (dryRun) return { ...plan, dryRun, digest };
    requirePlan(expectDigest, digest);
    beds.set(bed, moisture);
    return { ...plan, undo: undoLine('set_moisture', { bed, moisture: before }) };
  },
});
