import { isObject, type JsonObject, type JsonValue, META_OPERATION_KEY } from '@worldwire/protocol';
import { aboutOf } from '../api/about.js';
import { ToolAnswer } from '../api/content.js';
import { Deferred } from '../api/deferred.js';
import { losesSomething, type PlannedEffect } from '../api/planned-effect.js';
import { SerializedJson } from '../api/serialized-json.js';
import type { Tool } from '../api/tool.js';
import { WorldError } from '../api/world-error.js';
import { Call } from '../calls/call.js';
import { cutText } from '../kit/cut-text.js';
import { planDigest } from '../kit/plans.js';
import type { Need } from '../policy/policy.js';
import type { ToolEntry } from '../registry/registry.js';
import { NO_RESPONSE_CHANNEL } from '../sessions/response-channel.js';
import type { Plan } from './approval.js';
import { derivedEffect, isComplete } from './derived-effect.js';
import { keptEffect } from './kept-effect.js';
import { hasDryRun, isDestructive } from './rules.js';

/** Characters of the arguments. A person sees all of them, so that a longer call cannot be approved. */
const MAX_ARGUMENTS = 16 * 1024;
/** Characters of before and after that a person sees of a plan without an effect. */
const MAX_CHANGES = 8 * 1024;
/** Of a plan with an effect, whose items have them: for the view of the world, which can show only whole values. */
const MAX_PREVIEW = 2 * 1024;

/** A plan, and the digest by which the world knows it. */
export interface MadePlan {
  readonly plan: Plan;
  /** Undefined for a tool without a dry run. */
  readonly expectDigest: string | undefined;
}

/** Plans a call by `plan` of its tool, or by its dry run. Returns the answer of a dry run that failed. Throws what it throws. */
export async function makePlan(
  world: string,
  { tool }: ToolEntry,
  call: Call,
  args: JsonObject,
  need: Need = call.need,
): Promise<MadePlan | ToolAnswer> {
  const given = JSON.stringify(args);
  if (given.length > MAX_ARGUMENTS) throw tooLong(tool.name, given.length);
  const found = await whatChanges(tool, args, () => dryCall(call, need));
  if (found instanceof ToolAnswer) return found;
  const { effect, isKnown, expectDigest, values: { before, after } = {} } = found;
  const { name: client } = call.caller.client;
  const about = aboutOf(tool.about?.(args));
  const shown = before === undefined && after === undefined ? undefined : JSON.stringify({ before, after });
  const isPreview = (shown?.length ?? 0) <= MAX_PREVIEW;
  const changes = effect === undefined ? shown && cutText(shown, MAX_CHANGES) : isPreview ? shown : undefined;
  const loses = effect !== undefined && losesSomething(effect);
  const plan = {
    world,
    tool: tool.name,
    access: need.access,
    destructive: need.access === 'danger' || loses || (!isKnown && isDestructive(tool, args)),
    principal: call.principal,
    ...(client !== undefined && { client: cutText(client, 128) }),
    ...(about !== undefined && { about }),
    arguments: given,
    ...(changes !== undefined && { changes }),
    ...(effect !== undefined && { effect }),
  };
  // The digest of the world covers the effect.
  const digest = planDigest([plan.world, plan.tool, plan.principal, args, expectDigest ?? effect ?? null]);
  return { plan: { ...plan, digest }, expectDigest };
}

/** What a call changes, as its tool says. */
interface Found {
  readonly effect?: PlannedEffect;
  /** Whether the effect tells if something is lost. */
  readonly isKnown: boolean;
  readonly expectDigest?: string | undefined;
  readonly values?: { readonly before?: JsonValue | undefined; readonly after?: JsonValue | undefined };
}

/** By the plan of the tool, or else by its dry run. Returns the answer of a dry run that failed. */
async function whatChanges(tool: Tool, args: JsonObject, newCall: () => Call): Promise<Found | ToolAnswer> {
  if (tool.plan !== undefined) {
    const { effect, digest, values } = await tool.plan(args, newCall());
    return {
      effect: keptEffect(effect),
      isKnown: true,
      expectDigest: digest,
      ...(values !== undefined && { values }),
    };
  }
  if (!hasDryRun(tool)) return { isKnown: false };
  const dry = newCall();
  let value = await tool.call(args, dry);
  if (value instanceof Deferred) value = await value.work(dry);
  if (value instanceof ToolAnswer && value.options.isError === true) return value;
  const data = dataOf(value);
  const expectDigest = typeof data?.digest === 'string' ? data.digest : undefined;
  return {
    ...(await effectOf(tool, args, value, data)),
    expectDigest,
    ...(data !== undefined && { values: data }),
  };
}

/** The effect that the tool gives, or else one by the fields of its dry run; and whether it tells if something is lost. */
async function effectOf(
  tool: Tool,
  args: JsonObject,
  value: unknown,
  data: JsonObject | undefined,
): Promise<{ readonly effect?: PlannedEffect; readonly isKnown: boolean }> {
  const own = value instanceof ToolAnswer ? await value.options.effect?.() : undefined;
  if (own !== undefined) return { effect: keptEffect(own), isKnown: true };
  const derived = data === undefined ? undefined : derivedEffect(tool, args, data);
  if (data === undefined || derived === undefined) return { isKnown: false };
  return { effect: keptEffect(derived), isKnown: isComplete(data, derived) };
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

/** The data of an answer: its structured content, or its first text as JSON. */
function dataOf(value: unknown): JsonObject | undefined {
  const data = value instanceof ToolAnswer ? (value.options.structured ?? textOf(value)) : value;
  const plain = data instanceof SerializedJson ? data.toJSON() : data;
  return isObject(plain as JsonObject) ? (plain as JsonObject) : undefined;
}

function textOf({ content: [first] }: ToolAnswer): unknown {
  if (first?.wire.type !== 'text') return undefined;
  try {
    return JSON.parse(String(first.wire.text));
  } catch {
    return undefined;
  }
}
