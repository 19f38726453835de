import {
  declaresTasks,
  encodeNotification,
  isObject,
  type JsonObject,
  TASKS_EXTENSION,
  WireError,
} from '@worldwire/protocol';
import type { Call } from '../calls/call.js';
import { missingCapability } from '../calls/questions.js';
import { serverStopping } from '../calls/server-stopping.js';
import { isThenable } from '../kit/is-thenable.js';
import { heapBytes } from '../limits/heap-bytes.js';
import type { Limits } from '../limits/limits.js';
import type { Need } from '../policy/policy.js';
import { type Listener, type ListenFilter, subscription } from '../sessions/hub.js';
import { mayRead } from './access-of-methods.js';
import { hasResources } from './lifecycle.js';
import type { Handlers, MethodServices } from './method-services.js';
import { taskRefusal } from './tasks.js';
import { watchable } from './watching.js';

/** Size of the request, which is kept while the subscription is open. */
const MAX_KEPT = 256 * 1024;

/** Other than the default: the subscription ends with the right. */
const READ: Need = { access: 'read' };

/** subscriptions/listen: https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions */
export function subscriptions(services: MethodServices): Handlers {
  return {
    'subscriptions/listen': call => {
      requireSmall(call);
      const wish = readWish(services, call);
      const uris = watchable(services.registry, wish.uris, call);
      return isThenable(uris)
        ? uris.then(known => listen(services, call, { ...wish, uris: known }))
        : listen(services, call, { ...wish, uris });
    },
  };
}

function listen(services: MethodServices, call: Call, filter: ListenFilter): unknown {
  const { hub, environment } = services;
  const room = hub.makeRoom(call.principal, environment.limits.streams);
  if (room === 'none') throw tooManyOpen();
  if (room === 'free') return begin(services, call, filter);
  // The subscription that was ended sends its reply first: this one may take its stream.
  return new Promise(resolve => setImmediate(resolve)).then(() => begin(services, call, filter));
}

function begin(services: MethodServices, call: Call, filter: ListenFilter): unknown {
  const { hub } = services;
  // Both may have changed during the wait.
  if (call.cancelled) return undefined;
  if (hub.closed) throw serverStopping();
  const reads = filter.prompts || filter.resources || filter.uris.length > 0;
  if (reads) call.need = READ;
  return new Promise(resolve => {
    const { id } = call.request;
    const listener: Listener = {
      id,
      principal: call.principal,
      filter,
      names: call.dialectCall?.names(call.caller.capabilities),
      bytes: heapBytes(call.params),
      send: message => {
        // The right to read may have been taken away since.
        if (reads && !mayRead(services, call)) listener.end();
        else call.channel.send(message);
      },
      end: () => {
        stop();
        resolve({ _meta: subscription({ id }) });
      },
    };
    const stop = hub.listen(listener, () => acknowledge(call, listener));
    call.unbounded();
    call.onCancel = stop;
  });
}

function acknowledge({ channel }: Call, listener: Listener): void {
  const sent = channel.send(
    encodeNotification('notifications/subscriptions/acknowledged', {
      _meta: subscription(listener),
      notifications: served(listener.filter),
    }),
  );
  if (sent === 'busy') throw tooManyOpen();
  if (sent) return;
  throw WireError.of(
    'InvalidRequest',
    'subscriptions/listen needs an event stream: accept text/event-stream.',
  );
}

function tooManyOpen(): WireError {
  return WireError.of('InternalError', 'Too many subscriptions are open. Try again later.', { kind: 'Busy' });
}

function readWish(services: MethodServices, call: Call): ListenFilter {
  const { registry, tasks, environment } = services;
  const { notifications } = call.params;
  if (!isObject(notifications)) {
    throw WireError.of(
      'InvalidParams',
      'params.notifications must be an object with the notifications to receive.',
    );
  }
  const speaks = registry.world.events !== undefined;
  const uris = strings(notifications, 'resourceSubscriptions', environment.limits);
  const taskIds = strings(notifications, 'taskIds', environment.limits);
  if (taskIds.length > 0 && !declaresTasks(call.caller.capabilities)) {
    throw missingCapability({ extensions: { [TASKS_EXTENSION]: {} } });
  }
  const reads = speaks && mayRead(services, call);
  return {
    tools: speaks && registry.world.tools !== undefined && notifications.toolsListChanged === true,
    prompts: reads && registry.world.prompts !== undefined && notifications.promptsListChanged === true,
    resources: reads && hasResources(registry) && notifications.resourcesListChanged === true,
    uris: reads ? uris : [],
    taskIds: taskIds.filter(id => {
      const task = tasks.get(id, call.principal);
      return task !== undefined && taskRefusal(services, task, call) === undefined;
    }),
  };
}

/** The accepted part of the filter. */
function served(filter: ListenFilter): JsonObject {
  return {
    ...(filter.tools && { toolsListChanged: true }),
    ...(filter.prompts && { promptsListChanged: true }),
    ...(filter.resources && { resourcesListChanged: true }),
    ...(filter.uris.length > 0 && { resourceSubscriptions: [...filter.uris] }),
    ...(filter.taskIds.length > 0 && { taskIds: [...filter.taskIds] }),
  };
}

function requireSmall({ request }: Call): void {
  if (JSON.stringify([request.id, request.params]).length <= MAX_KEPT) return;
  throw WireError.of(
    'InvalidParams',
    `The parameters of subscriptions/listen exceed ${MAX_KEPT} characters. Subscribe to fewer resources, or use several subscriptions.`,
  );
}

function strings(
  source: JsonObject,
  name: string,
  { subscriptions: max, uriBytes }: Pick<Limits, 'subscriptions' | 'uriBytes'>,
): readonly string[] {
  const value = source[name];
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > max || !value.every(item => typeof item === 'string')) {
    throw WireError.of(
      'InvalidParams',
      `params.notifications.${name} must be an array of at most ${max} strings.`,
    );
  }
  if (value.some(item => Buffer.byteLength(item) > uriBytes)) {
    throw WireError.of(
      'InvalidParams',
      `Each entry of params.notifications.${name} must have at most ${uriBytes} bytes.`,
    );
  }
  return [...new Set(value)];
}
