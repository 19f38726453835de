import { text, tool, WorldEvents } from 'worldwire';
import { z } from 'zod';
import { beds } from './beds.js';

export const events = new WorldEvents();

export const water = tool({
  name: 'water',
  description: 'Waters a bed.',
  access: 'write',
  input: z.object({ bed: z.string(), litres: z.number().positive() }),
  call({ bed, litres }) {
    const isNew = !beds.has(bed);
    beds.set(bed, Math.min(1, (beds.get(bed) ?? 0) + litres / 10));
    // Subscribers of these resources are notified. The kernel finds them.
    events.resourceUpdated(`garden://beds/${bed}`);
    events.resourceUpdated('garden://overview');
    if (isNew) events.resourcesChanged();
    return text(`${bed}: ${beds.get(bed)}`);
  },
});
