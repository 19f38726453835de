import { WireError } from '@worldwire/protocol';
import { mayRead } from './access-of-methods.js';
import { listHint } from './caching.js';
import type { Handlers, MethodServices } from './method-services.js';
import { page } from './pagination.js';
import { requireUri } from './params.js';

/** skills/list, skills/get, resources/directory/read: the skills extension, SEP-2640. */
export function skills(services: MethodServices): Handlers {
  const { registry, environment } = services;
  const size = registry.world.pageSize ?? environment.limits.pageSize;
  return {
    'skills/list': call => {
      const entries = mayRead(services, call) ? [...registry.skills.entries.values()] : [];
      const { items, next } = page(entries, call.params, size);
      return { skills: items, ...next, ...listHint(registry.world, call) };
    },
    'skills/get': call => {
      const uri = requireUri(call.params, environment.limits);
      const skill = registry.skills.entries.get(uri);
      if (skill === undefined) {
        throw WireError.of('InvalidParams', 'Skill not found. skills/list lists the skills.', {
          uri,
        });
      }
      return { skill, ...listHint(registry.world, call) };
    },
    'resources/directory/read': call => {
      const uri = requireUri(call.params, environment.limits);
      const folder = registry.skills.folder(uri);
      if (folder === undefined)
        throw WireError.of(
          'InvalidParams',
          'params.uri is not the URI of a folder. skills/list lists the skills and their folders.',
          { uri },
        );
      const { items, next } = page(folder, call.params, size);
      return { resources: items, ...next, ...listHint(registry.world, call) };
    },
  };
}
