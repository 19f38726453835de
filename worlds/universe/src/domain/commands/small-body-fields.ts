import { idSchema } from '../schemas/field-schemas.js';
import { smallBodyFieldSchemas } from '../schemas/scenery-schema.js';
import { command } from './command-definition.js';
import { removeScenery, setScenery, updateScenery } from './scenery-edits.js';

export const smallBodyFieldCommands = [
  command({
    name: 'setSmallBodyFields',
    category: 'Small body fields',
    summary: 'Replaces all small body fields.',
    fields: { fields: smallBodyFieldSchemas.collection },
    example: {
      fields: [
        {
          id: 'asteroid-belt',
          hostStarId: 'sun',
          systemId: 'sun',
          innerRadius: 329000000,
          outerRadius: 478700000,
          thickness: 75000000,
          particleCount: 4000,
          baseColor: '#8a7f70',
          opacity: 0.8,
          beltType: 'main',
          isIcy: false,
          seed: 7,
        },
      ],
    },
    handle(edit, { fields }) {
      return [{ type: 'smallBodyFieldsSet', ids: setScenery(edit, 'smallBodyFields', fields) }];
    },
  }),

  command({
    name: 'updateSmallBodyField',
    category: 'Small body fields',
    summary: 'Changes fields of a small body field; null removes a field.',
    fields: { id: idSchema, patch: smallBodyFieldSchemas.patch },
    example: { id: 'kuiper-belt', patch: { opacity: 0.6, particleCount: 6000 } },
    handle(edit, { id, patch }) {
      const fields = updateScenery(edit, 'smallBodyFields', id, patch);
      return [{ type: 'smallBodyFieldUpdated', id, fields }];
    },
  }),

  command({
    name: 'removeSmallBodyField',
    category: 'Small body fields',
    summary: 'Removes a small body field.',
    fields: { id: idSchema },
    example: { id: 'asteroid-belt' },
    handle(edit, { id }) {
      removeScenery(edit, 'smallBodyFields', id);
      return [{ type: 'smallBodyFieldRemoved', id }];
    },
  }),
] as const;
