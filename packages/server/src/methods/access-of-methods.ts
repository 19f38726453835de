import type { Call } from '../calls/call.js';
import type { MethodServices } from './method-services.js';

/**
 * Methods that decide by themselves, or that show only what the principal may use. Every other method needs the right to read
 * the world.
 */
const OWN_DECISION: ReadonlySet<string> = new Set([
  'ping',
  'server/discover',
  'logging/setLevel',
  'tools/list',
  'tools/call',
  'tasks/get',
  'tasks/update',
  'tasks/cancel',
  'resources/list',
  'resources/templates/list',
  'resources/unsubscribe',
  'prompts/list',
  'skills/list',
  'subscriptions/listen',
]);

/** Whether the kernel demands the right to read before it runs the handler of a method. */
export function needsRead(method: string): boolean {
  return !OWN_DECISION.has(method);
}

/** Whether lists of resources, prompts and skills show anything to the caller. */
export function mayRead(
  { environment: { policy } }: Pick<MethodServices, 'environment'>,
  call: Call,
): boolean {
  return policy.shows(policy.rightsOf(call.caller.who), { access: 'read' });
}
