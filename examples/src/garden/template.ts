import { template } from 'worldwire';
import { beds } from './beds.js';

export const bedTemplate = template({
  uriTemplate: 'garden://beds/{bed}',
  name: 'bed',
  description: 'The moisture of one bed.',
  mimeType: 'application/json',
  // Offered by completion/complete while a user types.
  complete: { bed: value => [...beds.keys()].filter(bed => bed.startsWith(value)) },
  // Shown in resources/list beside the fixed resources.
  list: () => [...beds.keys()].map(bed => ({ uri: `garden://beds/${bed}`, name: bed })),
  // undefined means that there is no such resource.
  read({ bed = '' }) {
    const moisture = beds.get(bed);
    return moisture === undefined ? undefined : JSON.stringify({ bed, moisture });
  },
});
