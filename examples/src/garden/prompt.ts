import { prompt, user } from 'worldwire';
import { beds } from './beds.js';

export const plan = prompt({
  name: 'plan_watering',
  description: 'Asks the model for a watering plan for one bed.',
  arguments: {
    bed: {
      description: 'Name of the bed',
      required: true,
      complete: value => [...beds.keys()].filter(bed => bed.startsWith(value)),
    },
  },
  get: ({ bed }) => [user(`Read the moisture of ${bed} and plan when to water it this week.`)],
});
