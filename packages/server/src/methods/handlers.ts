import type { Desk, Handler } from '../desk.js';
import type { World } from '../world.js';
import { completion } from './completion.js';
import { hasCompletions, hasResources, lifecycle } from './lifecycle.js';
import { logging } from './logging.js';
import { prompts } from './prompts.js';
import { resources } from './resources.js';
import { skills } from './skills.js';
import { subscriptions } from './subscriptions.js';
import { tasks } from './tasks.js';
import { tools } from './tools.js';

/** Every method that this world can serve, whatever the revision. */
export function handlersOf(desk: Desk, world: World): ReadonlyMap<string, Handler> {
  const { registry } = desk;
  return new Map(
    Object.entries({
      ...lifecycle(desk),
      ...logging(),
      ...subscriptions(desk),
      ...(world.tools !== undefined && { ...tools(desk), ...tasks(desk) }),
      ...(hasResources(registry) && resources(desk)),
      ...(world.prompts !== undefined && prompts(desk)),
      ...(hasCompletions(registry) && completion(desk)),
      ...(registry.skills.entries.size > 0 && skills(desk)),
    }),
  );
}
