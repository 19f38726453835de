import { deepEqual } from '../deep-equal.js';
import { completeState } from '../parse-state.js';
import type { UniverseState } from '../state.js';
import { snapshotSchema, timeSchema } from '../state-schema.js';
import { command } from './definition.js';

export const snapshotCommands = [
  command({
    name: 'replaceSnapshot',
    category: 'Snapshot',
    summary: 'Replaces the whole universe; the clock goes on as it was unless time is given.',
    fields: {
      snapshot: snapshotSchema,
      time: timeSchema.optional().describe('Sets the clock too; a time inside the snapshot does not'),
    },
    example: {
      snapshot: {
        stars: {
          'proxima-centauri': { name: 'Proxima Centauri', bodyType: 'star', mass: 2.43e29, radius: 107280 },
          'proxima-b': {
            name: 'Proxima b',
            bodyType: 'planet',
            parentId: 'proxima-centauri',
            orbitalDistance: 7264000,
          },
        },
      },
    },
    handle(edit, { snapshot, time = edit.store.time }) {
      const value: UniverseState = { ...completeState(snapshot), time };
      if (!deepEqual(value, edit.store.snapshot())) edit.make({ op: 'reset', value });
      return [
        {
          type: 'snapshotReplaced',
          stars: edit.store.record('stars').size,
          groups: edit.store.record('groups').size,
        },
      ];
    },
  }),
] as const;
