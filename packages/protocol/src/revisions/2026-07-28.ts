import { REVISION_2025_11_25 } from './2025-11-25.js';
import type { Revision } from './revision.js';

export const REVISION_2026_07_28: Revision = {
  ...REVISION_2025_11_25,
  id: '2026-07-28',
  era: 'request',
  methods: new Set([
    'server/discover',
    'tools/list',
    'tools/call',
    'resources/list',
    'resources/templates/list',
    'resources/read',
    'resources/directory/read',
    'prompts/list',
    'prompts/get',
    'completion/complete',
    'subscriptions/listen',
    'tasks/get',
    'tasks/update',
    'tasks/cancel',
    'skills/list',
    'skills/get',
  ]),
  structuredContent: 'any',
  primingEvent: false,
  resourceNotFound: 'InvalidParams',
};
