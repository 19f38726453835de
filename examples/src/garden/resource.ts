import { resource } from 'worldwire';
import { beds } from './beds.js';

export const overview = resource({
  uri: 'garden://overview',
  name: 'overview',
  description: 'The moisture of every bed.',
  mimeType: 'application/json',
  read: () => JSON.stringify(Object.fromEntries(beds)),
});
