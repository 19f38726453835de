import { idSchema } from '../schemas/field-schemas.js';
import { nebulaSchemas } from '../schemas/scenery-schema.js';
import { command } from './command-definition.js';
import { removeScenery, setScenery, updateScenery } from './scenery-edits.js';

export const nebulaCommands = [
  command({
    name: 'setNebulae',
    category: 'Nebulae',
    summary: 'Replaces all nebulae.',
    fields: { nebulae: nebulaSchemas.collection },
    example: {
      nebulae: [
        {
          id: 'helix-nebula',
          name: 'Helix Nebula',
          position: { x: 4.1e15, y: -1.9e15, z: -4.2e15 },
          radius: 1.36e13,
          density: 0.4,
          brightness: 0.8,
          baseColor: '#4aa3a2',
          accentColor: '#d9643a',
          noiseScale: 1.5,
          noiseDetail: 4,
          seed: 7293,
        },
      ],
    },
    handle(edit, { nebulae }) {
      return [{ type: 'nebulaeSet', ids: setScenery(edit, 'nebulae', nebulae) }];
    },
  }),

  command({
    name: 'updateNebula',
    category: 'Nebulae',
    summary: 'Changes fields of a nebula; null removes a field.',
    fields: { id: idSchema, patch: nebulaSchemas.patch },
    example: { id: 'orion-nebula', patch: { brightness: 1.2, accentColor: '#ff88cc' } },
    handle(edit, { id, patch }) {
      return [{ type: 'nebulaUpdated', id, fields: updateScenery(edit, 'nebulae', id, patch) }];
    },
  }),

  command({
    name: 'removeNebula',
    category: 'Nebulae',
    summary: 'Removes a nebula.',
    fields: { id: idSchema },
    example: { id: 'crab-nebula' },
    handle(edit, { id }) {
      removeScenery(edit, 'nebulae', id);
      return [{ type: 'nebulaRemoved', id }];
    },
  }),
] as const;
