import {
  declaresTasks,
  encodeNotification,
  isObject,
  type JsonObject,
  TASKS_EXTENSION,
  WireError,
} from '@worldwire/protocol';
import type { Call } from '../call.js';
import type { Desk, Handlers } from '../desk.js';
import { type Listener, type ListenFilter, subscription } from '../hub.js';
import { missingCapability } from '../questions.js';

/** subscriptions/listen: https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions */
export function subscriptions(desk: Desk): Handlers {
  const { hub, environment } = desk;
  return {
    'subscriptions/listen': call => {
      const filter = readFilter(desk, call);
      if (hub.listeners >= environment.limits.streams) {
        throw WireError.of('InternalError', 'Too many subscriptions are open. Try again later.', {
          kind: 'Busy',
        });
      }
      return new Promise(resolve => {
        const { id } = call.request;
        const listener: Listener = {
          id,
          filter,
          names: call.spoken?.names(call.caller.capabilities),
          send: message => call.outlet.send(message),
          end: () => {
            stop();
            resolve({ _meta: subscription({ id }) });
          },
        };
        const acknowledged = encodeNotification('notifications/subscriptions/acknowledged', {
          _meta: subscription(listener),
          notifications: acknowledge(filter),
        });
        if (!call.outlet.send(acknowledged)) {
          throw WireError.of(
            'InvalidRequest',
            'subscriptions/listen needs an event stream: accept text/event-stream, or try later if too many are open.',
          );
        }
        const stop = hub.listen(listener);
        call.unbounded();
        call.signal.addEventListener('abort', stop, { once: true });
      });
    },
  };
}

function readFilter({ registry, tasks, environment }: Desk, call: Call): ListenFilter {
  const { notifications } = call.params;
  if (!isObject(notifications)) {
    throw WireError.of(
      'InvalidParams',
      'params.notifications must be an object that says what to listen for.',
    );
  }
  const speaks = registry.world.events !== undefined;
  const { subscriptions: most } = environment.limits;
  const taskIds = strings(notifications, 'taskIds', most);
  if (taskIds.length > 0 && !declaresTasks(call.caller.capabilities)) {
    throw missingCapability({ extensions: { [TASKS_EXTENSION]: {} } });
  }
  return {
    tools: speaks && notifications.toolsListChanged === true,
    prompts: speaks && notifications.promptsListChanged === true,
    resources: speaks && notifications.resourcesListChanged === true,
    uris: strings(notifications, 'resourceSubscriptions', most).filter(uri => speaks && registry.knows(uri)),
    taskIds: taskIds.filter(id => tasks.has(id, call.principal)),
  };
}

/** The part of the wish that will be served. */
function acknowledge(filter: ListenFilter): JsonObject {
  return {
    ...(filter.tools && { toolsListChanged: true }),
    ...(filter.prompts && { promptsListChanged: true }),
    ...(filter.resources && { resourcesListChanged: true }),
    ...(filter.uris.length > 0 && { resourceSubscriptions: [...filter.uris] }),
    ...(filter.taskIds.length > 0 && { taskIds: [...filter.taskIds] }),
  };
}

function strings(source: JsonObject, name: string, most: number): readonly string[] {
  const value = source[name];
  if (value === undefined) return [];
  if (Array.isArray(value) && value.length <= most && value.every(item => typeof item === 'string'))
    return [...new Set(value as string[])];
  throw WireError.of(
    'InvalidParams',
    `params.notifications.${name} must be an array of at most ${most} strings.`,
  );
}
