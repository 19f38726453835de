import {
  APPS_EXTENSION,
  type ClientCapabilities,
  declaresApps,
  type JsonObject,
  META_SERVER,
  REVISION_IDS,
  type Revision,
  SKILLS_EXTENSION,
  TASKS_EXTENSION,
} from '@worldwire/protocol';
import { isAppOnly } from '../api/app-view.js';
import { closedTools } from '../policy/closed-tools.js';
import type { FullEnvironment } from '../policy/environment.js';
import type { Principal } from '../policy/principal.js';
import { identity } from '../registry/identity.js';
import type { Registry } from '../registry/registry.js';
import type { Session } from '../sessions/session.js';
import { isLarge } from './compact-tools.js';
import type { Handlers, MethodServices } from './method-services.js';

const DISCOVERY_TTL_MS = 3_600_000;

/** initialize, ping, server/discover: https://modelcontextprotocol.io/specification/2026-07-28/server/discover */
export function lifecycle({ registry, environment }: MethodServices): Handlers {
  return {
    ping: () => ({}),
    'server/discover': call => ({
      supportedVersions: REVISION_IDS,
      capabilities: capabilities(registry, call.revisionOf, call.caller.capabilities),
      _meta: { [META_SERVER]: identity(registry.world, call.revisionOf) },
      ...guidance(registry, environment, call.caller.who),
      ttlMs: DISCOVERY_TTL_MS,
      cacheScope: call.caller.who.origin === 'local' ? 'public' : 'private',
    }),
  };
}

export function initializeResult(
  registry: Registry,
  environment: FullEnvironment,
  { revision, who, capabilities: declared }: Session,
): JsonObject {
  return {
    protocolVersion: revision.id,
    capabilities: capabilities(registry, revision, declared),
    serverInfo: identity(registry.world, revision),
    ...guidance(registry, environment, who),
  };
}

/** The world's instructions, which tools are closed and who opens them, and how the compact form is used. */
function guidance(registry: Registry, { policy, compact }: FullEnvironment, who: Principal): JsonObject {
  const tools = [...registry.tools.values()].map(({ tool }) => tool).filter(tool => !isAppOnly(tool));
  const shown = registry.shown(policy.rightsOf(who)).length;
  const form =
    compact && isLarge(registry)
      ? `The ${shown} tools are not listed: search_tools finds them, describe_tool shows one, call_tool calls it.`
      : '';
  const { instructions: own = '' } = registry.world;
  const parts = [typeof own === 'function' ? own() : own, form, closedTools(policy, tools, who)];
  const instructions = parts.filter(part => part !== '').join(' ');
  return instructions === '' ? {} : { instructions };
}

/** Declares only what the world has, so that no declared method is "not found". */
function capabilities(registry: Registry, revision: Revision, declared: ClientCapabilities): JsonObject {
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
    // MCP Apps is older than `extensions` of the protocol, and says it in `initialize`.
    ...(revision.era === 'session' &&
      registry.apps.size > 0 &&
      declaresApps(declared) && { extensions: { [APPS_EXTENSION]: {} } }),
  };
}

/** The lists of the world whose changes sessions are told. */
export function announcedLists(registry: Registry): readonly ('tools' | 'prompts' | 'resources')[] {
  const { world } = registry;
  if (world.events === undefined) return [];
  return [
    ...(world.tools !== undefined ? (['tools'] as const) : []),
    ...(world.prompts !== undefined ? (['prompts'] as const) : []),
    ...(hasResources(registry) ? (['resources'] as const) : []),
  ];
}

function extensions(registry: Registry): JsonObject {
  return {
    ...(registry.world.tools !== undefined && { [TASKS_EXTENSION]: {} }),
    ...(registry.skills.entries.size > 0 && { [SKILLS_EXTENSION]: { directoryRead: true } }),
    ...(registry.apps.size > 0 && { [APPS_EXTENSION]: {} }),
  };
}

export function hasResources(registry: Registry): boolean {
  return (
    registry.world.resources !== undefined ||
    registry.resources.size > 0 ||
    registry.templates.length > 0 ||
    registry.apps.size > 0
  );
}

export function hasCompletions(registry: Registry): boolean {
  return registry.world.prompts !== undefined || registry.templates.length > 0;
}
