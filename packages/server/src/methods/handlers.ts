import type { World } from '../api/world.js';
import { completion } from './completion.js';
import { hasCompletions, hasResources, lifecycle } from './lifecycle.js';
import { logging } from './logging.js';
import type { Handler, MethodServices } from './method-services.js';
import { prompts } from './prompts.js';
import { resources } from './resources.js';
import { skills } from './skills.js';
import { subscriptions } from './subscriptions.js';
import { tasks } from './tasks.js';
import { tools } from './tools.js';

/** The handlers of all methods that this world has, in any revision. */
export function handlersOf(services: MethodServices, world: World): ReadonlyMap<string, Handler> {
  const { registry } = services;
  return new Map(
    Object.entries({
      ...lifecycle(services),
      ...logging(),
      ...subscriptions(services),
      ...(world.tools !== undefined && { ...tools(services), ...tasks(services) }),
      ...(hasResources(registry) && resources(services)),
      ...(world.prompts !== undefined && prompts(services)),
      ...(hasCompletions(registry) && completion(services)),
      ...(registry.skills.entries.size > 0 && skills(services)),
    }),
  );
}
