import { idSchema } from '../schemas/field-schemas.js';
import { completeScenery, protoplanetaryDiskSchemas } from '../schemas/scenery-schema.js';
import { command } from './command-definition.js';
import { requireFreeId } from './entity-checks.js';
import { removeScenery, setScenery, updateScenery } from './scenery-edits.js';

const EXAMPLE = {
  id: 'young-sun-disk',
  centralStarId: 'sun',
  systemId: 'sun',
  innerRadius: 60000000,
  outerRadius: 4500000000,
  thickness: 90000000,
  baseColor: '#b0743c',
  highlightColor: '#ffd9a0',
  opacity: 0.5,
  seed: 11,
};

export const protoplanetaryDiskCommands = [
  command({
    name: 'setProtoplanetaryDisks',
    category: 'Protoplanetary disks',
    summary: 'Replaces all protoplanetary disks.',
    fields: { disks: protoplanetaryDiskSchemas.collection },
    example: { disks: [EXAMPLE] },
    handle(edit, { disks }) {
      return [{ type: 'protoplanetaryDisksSet', ids: setScenery(edit, 'protoplanetaryDisks', disks) }];
    },
  }),

  command({
    name: 'addProtoplanetaryDisk',
    category: 'Protoplanetary disks',
    summary: 'Adds a protoplanetary disk.',
    fields: { disk: protoplanetaryDiskSchemas.added },
    example: { disk: EXAMPLE },
    handle(edit, { disk }) {
      const { id } = disk;
      requireFreeId(
        edit.store,
        'protoplanetaryDisks',
        id,
        'Use updateProtoplanetaryDisk to change it, or another id to add one.',
      );
      const value = completeScenery('protoplanetaryDisks', id, disk);
      edit.make({ op: 'add', in: 'protoplanetaryDisks', id, value });
      return [{ type: 'protoplanetaryDiskAdded', id }];
    },
  }),

  command({
    name: 'updateProtoplanetaryDisk',
    category: 'Protoplanetary disks',
    summary: 'Changes fields of a protoplanetary disk; null removes a field.',
    fields: { id: idSchema, patch: protoplanetaryDiskSchemas.patch },
    example: { id: 'sun-debris-disk', patch: { opacity: 0.3, baseColor: '#a08060' } },
    handle(edit, { id, patch }) {
      const fields = updateScenery(edit, 'protoplanetaryDisks', id, patch);
      return [{ type: 'protoplanetaryDiskUpdated', id, fields }];
    },
  }),

  command({
    name: 'removeProtoplanetaryDisk',
    category: 'Protoplanetary disks',
    summary: 'Removes a protoplanetary disk.',
    fields: { id: idSchema },
    example: { id: 'sun-debris-disk' },
    handle(edit, { id }) {
      removeScenery(edit, 'protoplanetaryDisks', id);
      return [{ type: 'protoplanetaryDiskRemoved', id }];
    },
  }),
] as const;
