import {
  APPS_EXTENSION,
  declaresApps,
  declaresTasks,
  isObject,
  type JsonObject,
  type JsonValue,
  missingCapabilities,
  TASKS_EXTENSION,
  WireError,
} from '@worldwire/protocol';
import { answerForm } from '../api/answers.js';
import { seesTool } from '../api/app-view.js';
import { commonArguments, commonProblem, ownArguments } from '../api/common-arguments.js';
import { error, type ToolAnswer } from '../api/content.js';
import { Deferred } from '../api/deferred.js';
import { clientOf } from '../api/operation.js';
import type { Tool } from '../api/tool.js';
import type { FailedCall } from '../api/world.js';
import { WorldError } from '../api/world-error.js';
import { Call } from '../calls/call.js';
import { missingCapability } from '../calls/questions.js';
import { InputRequired } from '../calls/round-trip-asker.js';
import type { Task } from '../calls/task.js';
import { argumentProblems } from '../kit/argument-problems.js';
import { shownResult, withoutShown } from '../kit/foreign-texts.js';
import { isThenable } from '../kit/is-thenable.js';
import { heapBytes } from '../limits/heap-bytes.js';
import { toolResult } from '../policy/audit-result.js';
import { type AuditTrail, outcomeOf } from '../policy/audit-trail.js';
import type { ToolEntry } from '../registry/registry.js';
import { NO_RESPONSE_CHANNEL } from '../sessions/response-channel.js';
import { callPlanned, mayWait } from './approved-calls.js';
import { listHint } from './caching.js';
import type { NeedLater } from './call-need.js';
import { calledWhat } from './call-subject.js';
import { auditSubject, calledTool, dropNulls, givenArguments, neededFor } from './called-tool.js';
import { CompactTools } from './compact-tools.js';
import type { Handlers, MethodServices } from './method-services.js';
import { page } from './pagination.js';
import { answerRevision, shape } from './tool-results.js';
import { subjectForView, withSubject } from './view-subject.js';

/** Characters of the list of invalid arguments in an error. */
const MAX_PROBLEMS = 4_000;
const TASKS_REQUIRED = { extensions: { [TASKS_EXTENSION]: {} } };
const APPS_REQUIRED = { extensions: { [APPS_EXTENSION]: {} } };

/** tools/list and tools/call: https://modelcontextprotocol.io/specification/2026-07-28/server/tools */
export function tools(services: MethodServices): Handlers {
  const { registry, environment } = services;
  const compact = environment.compact ? CompactTools.of(registry, environment.policy) : undefined;
  const size = registry.world.pageSize ?? environment.limits.pageSize;
  return {
    'tools/list': call => {
      const revision = answerRevision(
        call.revisionOf,
        answerForm(environment.answers, call.caller.client.name),
      );
      const list =
        compact?.describe(revision) ??
        registry.describeTools(
          revision,
          environment.policy.rightsOf(call.caller.who),
          declaresApps(call.caller.capabilities),
        );
      const { items, next } = page(list, call.params, size);
      return { tools: items, ...next, ...listHint(registry.world, call) };
    },
    'tools/call': call => {
      if (registry.world.foreignTexts === true) acceptShownNames(call);
      const own = compact?.called(call);
      const entry = own ?? calledTool(services, call);
      dropNulls(entry, call);
      const { common, name } = entry.tool;
      call.tool = name;
      call.need = entry.need;
      if (own !== undefined) return run(services, own, call);
      if (common !== undefined) call.common = commonArguments(givenArguments(services, call), common);
      if (entry.tool.accessOf !== undefined) {
        const need = neededFor(services, entry, call);
        if (typeof need === 'function') return calledLater(services, entry, call, need);
        call.need = need;
      }
      return calledForView(services, entry, call);
    },
  };
}

/** A call whose need the world must read first: not for a caller that may not even make a call with the lowest access. */
async function calledLater(
  services: MethodServices,
  entry: ToolEntry,
  call: Call,
  need: NeedLater,
): Promise<unknown> {
  if (decide(services, entry, call) === undefined) call.need = await need();
  // The client may have cancelled meanwhile.
  if (call.cancelled) throw call.signal.reason;
  return calledForView(services, entry, call);
}

function calledForView(services: MethodServices, entry: ToolEntry, call: Call): unknown {
  const result = called(services, entry, call);
  const subject = subjectForView(entry, call);
  if (subject === undefined) return result;
  return Promise.resolve(result).then(value => withSubject(value, subject));
}

function called(services: MethodServices, entry: ToolEntry, call: Call): unknown {
  if (leavesRecord(entry.tool)) return audited(services, entry, call);
  const refusal = decide(services, entry, call);
  return refusal === undefined ? run(services, entry, call) : failed(refusal, services, entry, call);
}

function decide({ environment }: MethodServices, entry: ToolEntry, call: Call): WorldError | undefined {
  return environment.policy.decide(call.caller.who, call.need, () => calledWhat(entry, call));
}

function leavesRecord({ access, audited }: Tool): boolean {
  return access !== 'read' || audited === true;
}

/** Runs an audited call: one record of the intent before it, one of the outcome after it. */
async function audited(services: MethodServices, entry: ToolEntry, call: Call): Promise<unknown> {
  const trail = services.audits.open(entry.tool.name, call.access, auditSubject(services, entry, call));
  const refusal = decide(services, entry, call);
  if (refusal !== undefined) {
    trail.report('denied');
    return failed(refusal, services, entry, call);
  }
  // Variables first: V8 creates a function that is assigned to a property in the old generation, where it would keep the whole
  // request in memory until a full collection. That cost a tenth of a command.
  const refusalNow = () => decide(services, entry, call);
  const onCancel = () => services.cancelledWrites.add(trail);
  call.refusalNow = refusalNow;
  call.onCancel = onCancel;
  try {
    const result = await run(services, entry, call, trail);
    if (call.asks) await trail.report('asked');
    else if (result.resultType !== 'task') {
      trail.answered(toolResult(result, call.common.expectDigest));
      await trail.report(result.isError === true ? 'failed' : 'done');
    }
    return result;
  } catch (thrown) {
    await trail.report(outcomeOf(thrown, call));
    throw thrown;
  }
}

function run(
  services: MethodServices,
  entry: ToolEntry,
  call: Call,
  trail?: AuditTrail,
): JsonObject | Promise<JsonObject> {
  const { environment } = services;
  const { tool } = entry;
  const { capabilities } = call.caller;
  if (tool.requires !== undefined) {
    const missing = missingCapabilities(tool.requires, capabilities);
    if (missing !== undefined) throw missingCapability(missing);
  }
  if (!seesTool(tool, capabilities)) throw missingCapability(APPS_REQUIRED);
  const background = call.revisionOf.era === 'request' && declaresTasks(capabilities);
  if (tool.taskRequired && !background) throw missingCapability(TASKS_REQUIRED);
  let args: Record<string, unknown> = givenArguments(services, call);
  if (tool.common !== undefined) args = ownArguments(args as JsonObject, call.common);
  const problem = tool.common === undefined ? undefined : commonProblem(call.common);
  const parsed = tool.checksArguments === true ? undefined : tool.input.safeParse(args);
  if (problem !== undefined || parsed?.success === false) {
    trail?.report('invalid');
    const problems =
      parsed?.success === false ? [argumentProblems(parsed.error, tool.input, args, tool.common)] : [];
    if (problem !== undefined) problems.unshift(`✖ ${problem}`);
    return refuseArguments(services, entry, problems.join('\n'), call);
  }
  if (parsed !== undefined) args = parsed.data;
  call.bounded = trail === undefined;
  call.readAnswers(leavesRecord(tool));
  if (mayWait(services, entry, call, args as JsonObject)) {
    const pending = callPlanned(services, entry, call, args as JsonObject, trail, {
      decide: need => environment.policy.decide(call.caller.who, need, () => calledWhat(entry, call)),
      edit: ({ need, given }) => {
        call.need = need;
        call.redirect({ ...call.params, arguments: given });
      },
    });
    return later(services, entry, call, pending, background, trail);
  }
  const refusal = trail?.begin();
  if (refusal === undefined) return perform(services, entry, call, args, background, trail);
  return Promise.resolve(refusal).then(reason => {
    if (reason !== undefined) return failed(reason, services, entry, call);
    // The client may have cancelled while the intent was recorded.
    if (call.cancelled) throw call.signal.reason;
    return perform(services, entry, call, args, background, trail);
  });
}

function perform(
  services: MethodServices,
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
    value = failureOf(thrown, services, entry, call);
  }
  if (!isThenable(value) && !(value instanceof Deferred)) return result(value, services, entry, call);
  return later(services, entry, call, value, background, trail);
}

/** The same for asynchronous values and background work. */
async function later(
  services: MethodServices,
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
      // No client would learn the id of the task.
      if (call.cancelled) throw call.signal.reason;
      if (background) return inBackground(services, entry, call, value, trail);
      value = await value.work(call);
    }
  } catch (thrown) {
    value = failureOf(thrown, services, entry, call);
  }
  return result(value, services, entry, call);
}

function result(
  value: unknown,
  { registry, environment }: MethodServices,
  entry: ToolEntry,
  call: Call,
): JsonObject {
  const shaped = shape(value, entry, call, environment.answers);
  return registry.world.foreignTexts === true ? shownResult(shaped) : shaped;
}

/** A name that an answer showed with escapes is taken for the name itself. */
function acceptShownNames(call: Call): void {
  const { arguments: given } = call.params;
  if (!isObject(given)) return;
  const read = withoutShown(given);
  if (read !== given) call.redirect({ ...call.params, arguments: read });
}

function inBackground(
  services: MethodServices,
  entry: ToolEntry,
  call: Call,
  deferred: Deferred,
  trail?: AuditTrail,
): JsonObject {
  const work = async (task: Task) => {
    const context = new Call(call.request, call.caller, NO_RESPONSE_CHANNEL, call.host, undefined, task);
    context.redirect(call.params);
    context.common = call.common;
    context.need = call.need;
    context.refusalNow = call.refusalNow;
    task.context = context;
    task.onCancel = reason => {
      if (trail !== undefined) services.cancelledWrites.add(trail);
      context.cancel(reason);
    };
    try {
      const value = await attempt(
        () => deferred.work(context),
        thrown => failureOf(thrown, services, entry, context),
      );
      // A person may have changed the arguments.
      task.need = context.need;
      const shaped = result(value, services, entry, call);
      if (trail !== undefined) trail.answered(toolResult(shaped, call.common.expectDigest));
      await trail?.report(shaped.isError === true ? 'failed' : 'done');
      return { resultType: 'complete', ...shaped };
    } catch (thrown) {
      await trail?.report(context.cancelled ? outcomeOf(thrown, context) : 'failed');
      throw thrown;
    }
  };
  const task = services.tasks.start(call.caller, heapBytes(call.params), work, call.need);
  return { resultType: 'task', ...task.summary() };
}

/** The value of the work, or of `failed` where it throws. */
async function attempt(work: () => unknown, failed: (thrown: unknown) => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (thrown) {
    return failed(thrown);
  }
}

/** A WorldError becomes a failed result. Any other error too, with its details only in the log. */
function failureOf(thrown: unknown, services: MethodServices, entry: ToolEntry, call: Call): ToolAnswer {
  if (thrown instanceof WireError || thrown instanceof InputRequired || call.cancelled) throw thrown;
  if (thrown instanceof WorldError) return answerOf(thrown, services, entry, call);
  const { tool } = entry;
  const where = { world: services.registry.world.name, tool: tool.name };
  services.environment.log.error({ ...where, err: thrown }, 'tool failed');
  call.failure = 'Internal';
  const message = `The tool ${calledWhat(entry, call)} failed unexpectedly.`;
  const hint = "The server's log has the details.";
  const own = services.registry.world.failure;
  if (own === undefined) return error(message, hint);
  return own(new WorldError('Internal', message, hint), failedCall(services, entry, call));
}

function refuseArguments(
  services: MethodServices,
  entry: ToolEntry,
  problems: string,
  call: Call,
): JsonObject {
  const message = `Invalid arguments for ${calledWhat(entry, call)}:\n${shortened(problems)}`;
  const again = `Correct the arguments and call ${entry.tool.name} again.`;
  const hint = problems.includes('Known: ') ? again : `${again} ${argumentsOf(entry)}`;
  if (call.revisionOf.argumentErrorsAsResults)
    return failed(new WorldError('InvalidArgument', message, hint), services, entry, call);
  throw WireError.of('InvalidParams', message, { hint });
}

/** The arguments of a tool on one line: `Arguments: path, limit?, cursor?.` */
function argumentsOf({ tool, inputSchema }: ToolEntry): string {
  const { properties, required } = inputSchema;
  const needed = Array.isArray(required) ? required : [];
  const names = isObject(properties) ? Object.keys(properties) : [];
  if (names.length === 0) return `${tool.name} takes no arguments.`;
  return `Arguments: ${names.map(name => (needed.includes(name) ? name : `${name}?`)).join(', ')}.`;
}

function shortened(problems: string): string {
  return problems.length > MAX_PROBLEMS ? `${problems.slice(0, MAX_PROBLEMS)}…` : problems;
}

function failed(reason: WorldError, services: MethodServices, entry: ToolEntry, call: Call): JsonObject {
  const { content, options } = answerOf(reason, services, entry, call);
  const { structured } = options;
  const form = answerForm(services.environment.answers, call.caller.client.name);
  const keep = structured !== undefined && form !== 'text';
  const shaped = {
    content: content.map(({ wire }) => wire) as unknown as JsonValue,
    ...(keep && { structuredContent: structured as JsonValue }),
    isError: true,
  };
  return services.registry.world.foreignTexts === true ? shownResult(shaped) : shaped;
}

function answerOf(reason: WorldError, services: MethodServices, entry: ToolEntry, call: Call): ToolAnswer {
  const { kind, message, hint } = reason;
  call.failure = kind;
  const own = services.registry.world.failure;
  return own?.(reason, failedCall(services, entry, call)) ?? error(`${kind}: ${message}`, hint);
}

function failedCall(services: MethodServices, { tool }: ToolEntry, call: Call): FailedCall {
  return {
    tool: tool.name,
    principal: call.principal,
    client: clientOf(call),
    arguments: givenArguments(services, call),
  };
}
