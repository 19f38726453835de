import { isObject, type JsonObject, WireError } from '@worldwire/protocol';
import { legible } from '../api/legible.js';
import type { Call } from '../calls/call.js';
import { didYouMean } from '../kit/near-matches.js';
import type { AuditSubject } from '../policy/audit-trail.js';
import type { Need } from '../policy/policy.js';
import { withoutNulls } from '../registry/null-arguments.js';
import type { ToolEntry } from '../registry/registry.js';
import { type NeedLater, needOfCall } from './call-need.js';
import type { MethodServices } from './method-services.js';
import { optionalObject, requireString } from './params.js';

/** Characters of an unknown tool name in the error. */
const MAX_NAME = 128;

/** Finds the tool of a call. Reports to `world.refused` what it throws. */
export function calledTool(services: MethodServices, call: Call): ToolEntry {
  try {
    const name = requireString(call.params, 'name');
    const entry = services.registry.tools.get(name);
    if (entry !== undefined) return entry;
    const list = call.dialectCall?.nameOf('tools/list') ?? 'tools/list';
    throw WireError.of(
      'InvalidParams',
      `There is no tool "${legible(name, MAX_NAME)}".${didYouMean(name, services.registry.tools.keys())} ${list} lists the tools.`,
    );
  } catch (thrown) {
    throw reported(services, call, thrown);
  }
}

/** Drops null for optional arguments, before anything reads them: access, digests and audit see what the tool gets. */
export function dropNulls({ nulls }: ToolEntry, call: Call): void {
  const { arguments: given } = call.params;
  if (!isObject(given)) return;
  const kept = withoutNulls(given, nulls);
  if (kept !== given) call.redirect({ ...call.params, arguments: kept });
}

/** Reads the arguments of a call, with the same report. */
export function givenArguments(services: MethodServices, call: Call): JsonObject {
  try {
    return optionalObject(call.params, 'arguments');
  } catch (thrown) {
    throw reported(services, call, thrown);
  }
}

/** What a call needs by its arguments, with the same report. */
export function neededFor(services: MethodServices, entry: ToolEntry, call: Call): Need | NeedLater {
  const given = givenArguments(services, call);
  try {
    return needOfCall(entry, given, call);
  } catch (thrown) {
    throw reported(services, call, thrown);
  }
}

/** The subject of a call for the audit. */
export function auditSubject(services: MethodServices, { tool }: ToolEntry, call: Call): AuditSubject {
  try {
    const { principal, caller, operationKey, params, common } = call;
    const { name } = caller.client;
    return {
      principal,
      origin: caller.who.origin,
      about: isObject(params.arguments) ? tool.about?.(params.arguments) : undefined,
      arguments: params.arguments,
      client: name,
      operationKey,
      dryRun: common.dryRun === true ? true : undefined,
    };
  } catch (thrown) {
    throw reported(services, call, thrown);
  }
}

function reported(
  { registry }: MethodServices,
  { params: { name }, principal }: Call,
  thrown: unknown,
): unknown {
  const tool = typeof name === 'string' ? legible(name, MAX_NAME) : undefined;
  if (thrown instanceof WireError) registry.world.refused?.(thrown.body, { tool, principal });
  return thrown;
}
