import { isObject, type JsonObject, META_OPERATION_KEY } from '@worldwire/protocol';
import { aboutOf } from '../api/about.js';
import { losesSomething } from '../api/planned-effect.js';
import { WorldError } from '../api/world-error.js';
import { Call } from '../calls/call.js';
import { cutText } from '../kit/cut-text.js';
import { planDigest } from '../kit/plans.js';
import type { Need } from '../policy/policy.js';
import type { ToolEntry } from '../registry/registry.js';
import { NO_RESPONSE_CHANNEL } from '../sessions/response-channel.js';
import type { Plan } from './approval.js';
import { keptEffect } from './kept-effect.js';
import { isDestructive } from './rules.js';

/** Characters of the arguments. A person sees all of them, so that a longer call cannot be approved. */
const MAX_ARGUMENTS = 16 * 1024;
/** Characters of before and after, which the items of the effect have too: for the view of the world, which can show only whole values. */
const MAX_PREVIEW = 2 * 1024;

/** A plan, and the digest by which the world knows it. */
export interface MadePlan {
  readonly plan: Plan;
  /** Undefined for a tool without `plan`. */
  readonly expectDigest: string | undefined;
}

/** Plans a call by `plan` of its tool, and throws what that throws. What a tool without one changes is not known. */
export async function makePlan(
  world: string,
  { tool }: ToolEntry,
  call: Call,
  args: JsonObject,
  need: Need = call.need,
): Promise<MadePlan> {
  const given = JSON.stringify(args);
  if (given.length > MAX_ARGUMENTS) throw tooLong(tool.name, given.length);
  const known = await tool.plan?.(args, dryCall(call, need));
  const effect = known && keptEffect(known.effect);
  const { name: client } = call.caller.client;
  const about = aboutOf(tool.about?.(args));
  const shown = known?.values && JSON.stringify(known.values);
  const changes = shown !== undefined && shown.length <= MAX_PREVIEW ? shown : undefined;
  const destroys = effect === undefined ? isDestructive(tool, args) : losesSomething(effect);
  const plan = {
    world,
    tool: tool.name,
    access: need.access,
    destructive: need.access === 'danger' || destroys,
    principal: call.principal,
    ...(client !== undefined && { client: cutText(client, 128) }),
    ...(about !== undefined && { about }),
    arguments: given,
    ...(changes !== undefined && { changes }),
    ...(effect !== undefined && { effect }),
  };
  // The digest of the world covers the effect.
  const digest = planDigest([plan.world, plan.tool, plan.principal, args, known?.digest ?? null]);
  return { plan: { ...plan, digest }, expectDigest: known?.digest };
}

function tooLong(tool: string, length: number): WorldError {
  return new WorldError(
    'InvalidArgument',
    `The arguments of ${tool} have ${length} characters. A person can approve at most ${MAX_ARGUMENTS}.`,
    'Split the call into several smaller ones.',
  );
}

/** The same call as a dry run. Without its operation key, which belongs to the write. */
function dryCall(call: Call, need: Need): Call {
  const dry = new Call(call.request, call.caller, NO_RESPONSE_CHANNEL, call.host);
  dry.need = need;
  const { operationKey: _, expectDigest: __, ...common } = call.common;
  dry.common = { ...common, dryRun: true };
  const { _meta: meta } = call.params;
  const { [META_OPERATION_KEY]: ___, ...others } = isObject(meta) ? meta : {};
  dry.redirect({ ...call.params, _meta: others });
  return dry;
}
