import type { JsonObject, Revision } from '@worldwire/protocol';
import type { World } from '../api/world.js';

/** The world as `serverInfo`, with the fields that the revision has. */
export function identity(world: World, revision: Revision): JsonObject {
  return {
    name: world.name,
    version: world.version,
    ...(revision.titles && world.title !== undefined && { title: world.title }),
    ...(revision.icons && world.description !== undefined && { description: world.description }),
    ...(revision.icons && world.websiteUrl !== undefined && { websiteUrl: world.websiteUrl }),
    ...(revision.icons && world.icons !== undefined && { icons: world.icons }),
  } as unknown as JsonObject;
}
