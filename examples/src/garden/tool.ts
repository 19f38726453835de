import { tool, WorldError } from 'worldwire';
import { z } from 'zod';
import { beds } from './beds.js';

export const readMoisture = tool({
  name: 'read_moisture',
  description: 'Returns the moisture of a bed, from 0 (dry) to 1 (wet).',
  access: 'read',
  input: z.object({ bed: z.string().describe('Name of the bed, such as "roses".') }),
  output: z.object({ bed: z.string(), moisture: z.number() }),
  call({ bed }) {
    const moisture = beds.get(bed);
    if (moisture === undefined) {
      throw new WorldError('NotFound', `There is no bed "${bed}".`, `Beds: ${[...beds.keys()].join(', ')}.`);
    }
    return { bed, moisture };
  },
});
