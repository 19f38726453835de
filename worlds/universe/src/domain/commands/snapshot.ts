import type { Edit } from '../model/edit.js';
import type { DomainEvent } from '../model/event.js';
import type { UnitSystem, UniverseState } from '../model/state.js';
import { finish } from '../model/steps.js';
import { completeState } from '../schemas/parse-state.js';
import { snapshotSchema, timeSchema } from '../schemas/state-schema.js';
import { command } from './command-definition.js';

export const snapshotCommands = [
  command({
    name: 'replaceSnapshot',
    category: 'Snapshot',
    summary: 'Replaces the whole state; time and units stay unless they are given.',
    fields: {
      snapshot: snapshotSchema,
      time: timeSchema.optional().describe('Sets the time; a time inside the snapshot is ignored'),
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
      return replaceState(edit, finish(completeState(snapshot)), { time, units: snapshot.units });
    },
  }),
] as const;

export function replaceState(
  edit: Edit,
  state: UniverseState,
  given: { readonly time?: number | undefined; readonly units?: UnitSystem | undefined },
): DomainEvent[] {
  const { time = edit.store.time, units = edit.store.units } = given;
  const value: UniverseState = { ...state, time, ...(units === 'scene' && { units }) };
  if (!edit.store.holds(value)) edit.make({ op: 'reset', value });
  return [
    {
      type: 'snapshotReplaced',
      stars: edit.store.record('stars').size,
      groups: edit.store.record('groups').size,
    },
  ];
}
