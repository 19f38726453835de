import type { Edit } from '../edit.js';
import type { DomainEvent } from '../event.js';
import { completeState } from '../parse-state.js';
import type { UniverseState } from '../state.js';
import { snapshotSchema, timeSchema } from '../state-schema.js';
import { finish } from '../steps.js';
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
    handle(edit, { snapshot, time }) {
      return replaceState(edit, finish(completeState(snapshot)), time);
    },
  }),
] as const;

/** Where the time is not given, the clock goes on as it was. */
export function replaceState(edit: Edit, state: UniverseState, time = edit.store.time): DomainEvent[] {
  const value = { ...state, time };
  if (!edit.store.holds(value)) edit.make({ op: 'reset', value });
  return [
    {
      type: 'snapshotReplaced',
      stars: edit.store.record('stars').size,
      groups: edit.store.record('groups').size,
    },
  ];
}
