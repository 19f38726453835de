import { error, text, tool } from 'worldwire';
import { z } from 'zod';
import { beds } from './beds.js';

export const clear = tool({
  name: 'clear_bed',
  description: 'Removes a bed after the user has confirmed it.',
  access: 'write',
  // Clients that cannot ask their user are refused before the call.
  requires: { elicitation: {} },
  input: z.object({ bed: z.string() }),
  async call({ bed }, context) {
    const answer = await context.elicit('confirm', {
      message: `Remove ${bed} and its plants?`,
      schema: z.object({ reason: z.string().describe('Why the bed is removed') }),
    });
    if (answer.action !== 'accept')
      return error(`${bed} was not removed.`, 'Ask the user what to do instead.');
    beds.delete(bed);
    return text(`Removed ${bed}: ${answer.content.reason}`);
  },
});
