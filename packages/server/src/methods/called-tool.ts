import { isObject, type JsonObject, WireError } from '@worldwire/protocol';
import { legible } from '../api/legible.js';
import type { Call } from '../calls/call.js';
import type { AuditSubject } from '../policy/audit-trail.js';
import type { ToolEntry } from '../registry/registry.js';
import type { MethodServices } from './method-services.js';
import { optionalObject, requireString } from './params.js';

/** What a refusal says of a name that no tool has. */
const MAX_NAME = 128;

/** The tool that is called, or a refusal of which the world is told. */
export function calledTool(services: MethodServices, call: Call): ToolEntry {
  try {
    const name = requireString(call.params, 'name');
    const entry = services.registry.tools.get(name);
    if (entry !== undefined) return entry;
    const list = call.spoken?.nameOf('tools/list') ?? 'tools/list';
    throw WireError.of(
      'InvalidParams',
      `There is no tool "${legible(name, MAX_NAME)}". ${list} has those there are.`,
    );
  } catch (thrown) {
    throw told(services, call, thrown);
  }
}

/** What it is called with, in the same way. */
export function givenArguments(services: MethodServices, call: Call): JsonObject {
  try {
    return optionalObject(call.params, 'arguments');
  } catch (thrown) {
    throw told(services, call, thrown);
  }
}

/** Whose call it is and what it is about, for the audit. */
export function auditSubject(services: MethodServices, { tool }: ToolEntry, call: Call): AuditSubject {
  try {
    const { principal, caller, operationKey, params } = call;
    const { name } = caller.client;
    return {
      principal,
      about: isObject(params.arguments) ? tool.about?.(params.arguments) : undefined,
      ...(name !== undefined && { client: name }),
      ...(operationKey !== undefined && { operationKey }),
    };
  } catch (thrown) {
    throw told(services, call, thrown);
  }
}

function told({ registry }: MethodServices, { params: { name }, principal }: Call, thrown: unknown): unknown {
  const tool = typeof name === 'string' ? legible(name, MAX_NAME) : undefined;
  if (thrown instanceof WireError) registry.world.refused?.(thrown.body, { tool, principal });
  return thrown;
}
