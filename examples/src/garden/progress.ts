import { setTimeout as delay } from 'node:timers/promises';
import { text, tool } from 'worldwire';
import { beds } from './beds.js';

export const inspect = tool({
  name: 'inspect_all',
  description: 'Inspects every bed, one after the other.',
  access: 'read',
  async call(_args, context) {
    let done = 0;
    for (const bed of beds.keys()) {
      // Rejects when the client cancels, so the work stops here.
      await delay(10, undefined, { signal: context.signal });
      context.progress(++done, beds.size, `Inspected ${bed}`);
      context.log('info', { bed, moisture: beds.get(bed) ?? 0 });
    }
    return text(`Inspected ${done} beds.`);
  },
});
