import { REVISION_2025_06_18 } from './2025-06-18.js';
import type { Revision } from './revision.js';

export const REVISION_2025_11_25: Revision = {
  ...REVISION_2025_06_18,
  id: '2025-11-25',
  elicitation: 'form+url',
  icons: true,
  argumentErrorsAsResults: true,
  primingEvent: true,
};
