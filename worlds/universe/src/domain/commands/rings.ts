import { CommandRefused } from '../model/command-refused.js';
import { deepEqual } from '../model/deep-equal.js';
import type { Ring } from '../model/state.js';
import { idSchema } from '../schemas/field-schemas.js';
import { patchedRing, ringPatchSchema } from '../schemas/ring-schema.js';
import { command } from './command-definition.js';
import { requireEntity } from './entity-checks.js';

export const ringCommands = [
  command({
    name: 'updateRing',
    category: 'Rings',
    summary: 'Changes the ring of a body, or adds one with defaults.',
    fields: { planetId: idSchema, patch: ringPatchSchema },
    example: { planetId: 'saturn', patch: { opacity: 0.85, color: '#e6d3a3' } },
    handle(edit, { planetId, patch }) {
      const old = requireEntity(edit.store, 'stars', planetId).ring as Ring | undefined;
      const ring = patchedRing(old, patch);
      edit.patch('stars', planetId, { ring });
      const names = new Set([...Object.keys(old ?? {}), ...Object.keys(ring)]);
      const fields = [...names].filter(name => !deepEqual(old?.[name], ring[name]));
      return [{ type: 'ringUpdated', planetId, created: old === undefined, fields }];
    },
  }),

  command({
    name: 'removeRing',
    category: 'Rings',
    summary: 'Removes the ring of a body.',
    fields: { planetId: idSchema },
    example: { planetId: 'saturn' },
    handle(edit, { planetId }) {
      if (requireEntity(edit.store, 'stars', planetId).ring === undefined)
        throw new CommandRefused(
          'unknown',
          `"${planetId}" has no ring.`,
          'Nothing needs to be changed. updateRing adds a ring.',
        );
      edit.patch('stars', planetId, { ring: null });
      return [{ type: 'ringRemoved', planetId }];
    },
  }),
] as const;
