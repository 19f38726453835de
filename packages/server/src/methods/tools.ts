import {
  declaresTasks,
  type JsonObject,
  type JsonValue,
  missingCapabilities,
  TASKS_EXTENSION,
  WireError,
} from '@worldwire/protocol';
import { z } from 'zod';
import { type AuditTrail, outcomeOf } from '../audit-trail.js';
import { Call } from '../call.js';
import { error, type ToolAnswer } from '../content.js';
import { Deferred } from '../deferred.js';
import type { Desk, Handlers } from '../desk.js';
import { heldBytes } from '../held-bytes.js';
import { NO_OUTLET } from '../outlet.js';
import { page } from '../pagination.js';
import { missingCapability } from '../questions.js';
import type { ToolEntry } from '../registry.js';
import { InputRequired } from '../round-trip-asker.js';
import { isThenable } from '../thenable.js';
import type { Tool } from '../tool.js';
import type { FailedCall } from '../world.js';
import { WorldError } from '../world-error.js';
import { listHint } from './caching.js';
import { calledWhat } from './call-subject.js';
import { auditSubject, calledTool, givenArguments } from './called-tool.js';
import { shape } from './tool-results.js';

/** How much of what is wrong with arguments is said, in characters. */
const MAX_PROBLEMS = 4_000;
const TASKS_REQUIRED = { extensions: { [TASKS_EXTENSION]: {} } };

/** tools/list and tools/call: https://modelcontextprotocol.io/specification/2026-07-28/server/tools */
export function tools(desk: Desk): Handlers {
  const { registry, environment } = desk;
  const size = registry.world.pageSize ?? environment.limits.pageSize;
  return {
    'tools/list': call => {
      const { items, next } = page(registry.describeTools(call.revisionOf), call.params, size);
      return { tools: items, ...next, ...listHint(registry.world, call.revisionOf) };
    },
    'tools/call': call => {
      const entry = calledTool(desk, call);
      return leavesRecord(entry.tool) ? audited(desk, entry, call) : run(desk, entry, call);
    },
  };
}

function leavesRecord({ access, audited }: Tool): boolean {
  return access !== 'read' || audited === true;
}

/** Runs a call that may change the world: its intent is recorded before, and exactly one event says what came of it. */
async function audited(desk: Desk, entry: ToolEntry, call: Call): Promise<unknown> {
  const { environment } = desk;
  const trail = desk.audits.open(entry.tool, auditSubject(desk, entry, call));
  const { access } = entry.tool;
  if (!environment.policy.allows(access)) {
    trail.report('denied');
    const refusal = environment.policy.refusal({ name: calledWhat(entry, call), access });
    return failed(refusal, desk, entry, call);
  }
  call.onCancel = () => desk.stopped.add(trail);
  try {
    const result = await run(desk, entry, call, trail);
    if (call.asks) trail.report('asked');
    else if (result.resultType !== 'task') trail.report(result.isError === true ? 'failed' : 'done');
    return result;
  } catch (thrown) {
    trail.report(outcomeOf(thrown, call));
    throw thrown;
  }
}

function run(desk: Desk, entry: ToolEntry, call: Call, trail?: AuditTrail): JsonObject | Promise<JsonObject> {
  const { tool } = entry;
  const { capabilities } = call.caller;
  if (tool.requires !== undefined) {
    const missing = missingCapabilities(tool.requires, capabilities);
    if (missing !== undefined) throw missingCapability(missing);
  }
  const background = call.revisionOf.era === 'request' && declaresTasks(capabilities);
  if (tool.taskRequired && !background) throw missingCapability(TASKS_REQUIRED);
  let args: Record<string, unknown> = givenArguments(desk, call);
  if (tool.checksArguments !== true) {
    const parsed = tool.input.safeParse(args);
    if (!parsed.success) {
      trail?.report('invalid');
      return refuseArguments(desk, entry, parsed.error, call);
    }
    args = parsed.data;
  }
  call.readAnswers(leavesRecord(tool));
  const refusal = trail?.begin();
  if (refusal === undefined) return perform(desk, entry, call, args, background, trail);
  return Promise.resolve(refusal).then(reason => {
    if (reason !== undefined) return failed(reason, desk, entry, call);
    // The client may have cancelled while the intent was recorded.
    if (call.cancelled) throw call.signal.reason;
    return perform(desk, entry, call, args, background, trail);
  });
}

function perform(
  desk: Desk,
  entry: ToolEntry,
  call: Call,
  args: Record<string, unknown>,
  background: boolean,
  trail: AuditTrail | undefined,
): JsonObject | Promise<JsonObject> {
  let value: unknown;
  try {
    value = entry.tool.call(args, call);
  } catch (thrown) {
    value = failureOf(thrown, desk, entry, call);
  }
  if (!isThenable(value) && !(value instanceof Deferred)) return shape(value, entry, call.revisionOf);
  return later(desk, entry, call, value, background, trail);
}

/** The same for what has to be waited for, or goes on in the background. */
async function later(
  desk: Desk,
  entry: ToolEntry,
  call: Call,
  pending: unknown,
  background: boolean,
  trail: AuditTrail | undefined,
): Promise<JsonObject> {
  let value: unknown;
  try {
    value = await pending;
    if (value instanceof Deferred) {
      // Nobody would know of it.
      if (call.cancelled) throw call.signal.reason;
      if (background) return inBackground(desk, entry, call, value, trail);
      value = await value.work(call);
    }
  } catch (thrown) {
    value = failureOf(thrown, desk, entry, call);
  }
  return shape(value, entry, call.revisionOf);
}

function inBackground(
  desk: Desk,
  entry: ToolEntry,
  call: Call,
  { work }: Deferred,
  trail?: AuditTrail,
): JsonObject {
  const task = desk.tasks.start(call.principal, heldBytes(call.params), async task => {
    const context = new Call(call.request, call.caller, NO_OUTLET, call.host, undefined, task);
    task.onCancel = () => {
      if (trail !== undefined) desk.stopped.add(trail);
      context.cancel('The task was cancelled.');
    };
    try {
      const value = await attempt(
        () => work(context),
        thrown => failureOf(thrown, desk, entry, context),
      );
      const result = shape(value, entry, call.revisionOf);
      trail?.report(result.isError === true ? 'failed' : 'done');
      return { resultType: 'complete', ...result };
    } catch (thrown) {
      trail?.report(context.cancelled ? outcomeOf(thrown, context) : 'failed');
      throw thrown;
    }
  });
  return { resultType: 'task', ...task.summary() };
}

/** What the work gives, or what its failure amounts to. */
async function attempt(work: () => unknown, failed: (thrown: unknown) => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (thrown) {
    return failed(thrown);
  }
}

/** A failure the world names becomes a result; a bug becomes one too, with its details in the log. */
function failureOf(thrown: unknown, desk: Desk, entry: ToolEntry, call: Call): ToolAnswer {
  if (thrown instanceof WireError || thrown instanceof InputRequired || call.cancelled) throw thrown;
  if (thrown instanceof WorldError) return answerOf(thrown, desk, entry, call);
  const { tool } = entry;
  const where = { world: desk.registry.world.name, tool: tool.name };
  desk.environment.log.error({ ...where, err: thrown }, 'tool failed');
  const message = `The tool ${calledWhat(entry, call)} failed unexpectedly.`;
  const hint = "The server's log has the details.";
  const own = desk.registry.world.failure;
  if (own === undefined) return error(message, hint);
  return own(new WorldError('Internal', message, hint), failedCall(desk, entry, call));
}

function refuseArguments(desk: Desk, entry: ToolEntry, problem: z.ZodError, call: Call): JsonObject {
  const message = `Invalid arguments for ${calledWhat(entry, call)}:\n${shortened(z.prettifyError(problem))}`;
  if (call.revisionOf.argumentErrorsAsResults)
    return failed(new WorldError('InvalidArgument', message), desk, entry, call);
  throw WireError.of('InvalidParams', message);
}

/** What is wrong with a million arguments is said of the first ones. */
function shortened(problems: string): string {
  return problems.length > MAX_PROBLEMS ? `${problems.slice(0, MAX_PROBLEMS)}…` : problems;
}

function failed(reason: WorldError, desk: Desk, entry: ToolEntry, call: Call): JsonObject {
  const { content, options } = answerOf(reason, desk, entry, call);
  return {
    content: content.map(({ wire }) => wire) as unknown as JsonValue,
    ...(options.structured !== undefined && { structuredContent: options.structured as JsonValue }),
    isError: true,
  };
}

function answerOf(reason: WorldError, desk: Desk, entry: ToolEntry, call: Call): ToolAnswer {
  const { kind, message, hint } = reason;
  const own = desk.registry.world.failure;
  return own?.(reason, failedCall(desk, entry, call)) ?? error(`${kind}: ${message}`, hint);
}

function failedCall(desk: Desk, { tool }: ToolEntry, call: Call): FailedCall {
  return { tool: tool.name, principal: call.principal, arguments: givenArguments(desk, call) };
}
