import { setTimeout as delay } from 'node:timers/promises';
import { text, tool } from 'worldwire';
import { z } from 'zod';

export const compost = tool({
  name: 'compost',
  description: 'Turns waste into compost, which takes a while.',
  access: 'read',
  input: z.object({ litres: z.number().positive() }),
  call: ({ litres }, context) =>
    context.task(async task => {
      await delay(100, undefined, { signal: task.signal });
      return text(`${litres / 2} litres of compost.`);
    }),
});
