import {
  type JsonObject,
  META_SERVER,
  REVISION_IDS,
  type Revision,
  SKILLS_EXTENSION,
  TASKS_EXTENSION,
} from '@worldwire/protocol';
import type { World } from '../api/world.js';
import { identity } from '../registry/identity.js';
import type { Registry } from '../registry/registry.js';
import type { Session } from '../sessions/session.js';
import type { Handlers, MethodServices } from './method-services.js';

const DISCOVERY_TTL_MS = 3_600_000;

/** initialize, ping, server/discover: https://modelcontextprotocol.io/specification/2026-07-28/server/discover */
export function lifecycle({ registry }: MethodServices): Handlers {
  return {
    ping: () => ({}),
    'server/discover': call => ({
      supportedVersions: REVISION_IDS,
      capabilities: capabilities(registry, call.revisionOf),
      _meta: { [META_SERVER]: identity(registry.world, call.revisionOf) },
      ...guidance(registry.world),
      ttlMs: DISCOVERY_TTL_MS,
      cacheScope: 'public',
    }),
  };
}

export function initializeResult(registry: Registry, { revision }: Session): JsonObject {
  return {
    protocolVersion: revision.id,
    capabilities: capabilities(registry, revision),
    serverInfo: identity(registry.world, revision),
    ...guidance(registry.world),
  };
}

function guidance(world: World): JsonObject {
  return world.instructions === undefined ? {} : { instructions: world.instructions };
}

/** Declares only what the world has, so that no declared method is "not found". */
function capabilities(registry: Registry, revision: Revision): JsonObject {
  const changes: JsonObject = registry.world.events === undefined ? {} : { listChanged: true };
  const subscribe: JsonObject = registry.world.events === undefined ? {} : { subscribe: true };
  return {
    logging: {},
    ...(registry.world.tools !== undefined && { tools: changes }),
    ...(hasResources(registry) && { resources: { ...subscribe, ...changes } }),
    ...(registry.world.prompts !== undefined && { prompts: changes }),
    ...(revision.completionsCapability && hasCompletions(registry) && { completions: {} }),
    ...(registry.world.experimental !== undefined && { experimental: registry.world.experimental }),
    ...(revision.era === 'request' && { extensions: extensions(registry) }),
  };
}

function extensions(registry: Registry): JsonObject {
  return {
    ...(registry.world.tools !== undefined && { [TASKS_EXTENSION]: {} }),
    ...(registry.skills.entries.size > 0 && { [SKILLS_EXTENSION]: { directoryRead: true } }),
  };
}

export function hasResources(registry: Registry): boolean {
  return (
    registry.world.resources !== undefined || registry.resources.size > 0 || registry.templates.length > 0
  );
}

export function hasCompletions(registry: Registry): boolean {
  return registry.world.prompts !== undefined || registry.templates.length > 0;
}
