import { batchTool, defineWrite, keepWrites, listWritesTool, undoTool, WorldError } from 'worldwire';
import { z } from 'zod';
import { beds } from './beds.js';

const writes = keepWrites({ world: 'garden', read: 'read_moisture' });

export const setMoisture = defineWrite(writes, {
  name: 'set_moisture',
  description: 'Sets the moisture of a bed.',
  input: z.object({ bed: z.string(), moisture: z.number().min(0).max(1) }),
  subject: ({ bed }) => `the moisture of ${bed}`,
  plan({ bed, moisture }) {
    const before = beds.get(bed);
    if (before !== undefined) return { before, after: moisture };
    throw new WorldError('NotFound', `There is no bed "${bed}".`, `Beds: ${[...beds.keys()].join(', ')}.`);
  },
  run: ({ bed, moisture }) => beds.set(bed, moisture).get(bed) ?? null,
  undo: ({ bed }, before) => ({ tool: 'set_moisture', arguments: { bed, moisture: before } }),
});

export const undoWrites = undoTool(writes);
export const listWrites = listWritesTool(writes);
export const batch = batchTool(writes);
