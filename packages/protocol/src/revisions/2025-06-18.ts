import { REVISION_2025_03_26 } from './2025-03-26.js';
import type { Revision } from './revision.js';

export const REVISION_2025_06_18: Revision = {
  ...REVISION_2025_03_26,
  id: '2025-06-18',
  batches: false,
  structuredContent: 'object',
  titles: true,
  resourceLinks: true,
  elicitation: 'form',
};
