import { REVISION_2024_11_05 } from './2024-11-05.js';
import type { Revision } from './revision.js';

export const REVISION_2025_03_26: Revision = {
  ...REVISION_2024_11_05,
  id: '2025-03-26',
  batches: true,
  audio: true,
  toolAnnotations: true,
  completionsCapability: true,
  progressMessage: true,
};
