import {
  declaresTasks,
  type JsonObject,
  type JsonValue,
  missingCapabilities,
  type Revision,
  TASKS_EXTENSION,
  WireError,
} from '@worldwire/protocol';
import { z } from 'zod';
import type { AuditEvent } from '../audit.js';
import { Call } from '../call.js';
import { Block, error, ToolAnswer, text } from '../content.js';
import { Deferred } from '../deferred.js';
import type { Desk, Handlers } from '../desk.js';
import { NO_OUTLET } from '../outlet.js';
import { page } from '../pagination.js';
import { optionalObject, requireString } from '../params.js';
import { missingCapability } from '../questions.js';
import type { ToolEntry } from '../registry.js';
import { InputRequired } from '../round-trip-asker.js';
import { WorldError } from '../world-error.js';
import { listHint } from './caching.js';

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
      const name = requireString(call.params, 'name');
      const entry = registry.tools.get(name);
      if (entry === undefined) {
        throw WireError.of(
          'InvalidParams',
          `There is no tool "${name.slice(0, 128)}". tools/list has those there are.`,
        );
      }
      return entry.tool.access === 'read' ? run(desk, entry, call) : audited(desk, entry, call);
    },
  };
}

/** One event per call that may change the world, written when its outcome is known. */
async function audited(desk: Desk, entry: ToolEntry, call: Call): Promise<unknown> {
  const { environment, registry } = desk;
  const started = environment.now();
  const report = (outcome: AuditEvent['outcome']) =>
    environment.audit({
      at: new Date(started).toISOString(),
      world: registry.world.name,
      principal: call.principal,
      ...(call.caller.client.name !== undefined && { client: call.caller.client.name }),
      tool: entry.tool.name,
      access: entry.tool.access,
      outcome,
      ...(call.operation.key !== undefined && { operationKey: call.operation.key }),
      ms: environment.now() - started,
    });
  if (!environment.policy.allows(entry.tool.access)) {
    report('denied');
    return failed(environment.policy.refusal(entry.tool));
  }
  try {
    const result = await run(desk, entry, call);
    report(call.cancelled ? 'cancelled' : isFailure(result) ? 'failed' : 'done');
    return result;
  } catch (thrown) {
    if (call.inputRequired !== undefined) report('asked');
    else if (call.cancelled) report('cancelled');
    else report(thrown instanceof WireError ? 'invalid' : 'failed');
    throw thrown;
  }
}

async function run(desk: Desk, entry: ToolEntry, call: Call): Promise<unknown> {
  const { tool } = entry;
  const { capabilities } = call.caller;
  if (tool.requires !== undefined) {
    const missing = missingCapabilities(tool.requires, capabilities);
    if (missing !== undefined) throw missingCapability(missing);
  }
  const background = call.revisionOf.era === 'request' && declaresTasks(capabilities);
  if (tool.taskRequired && !background) throw missingCapability(TASKS_REQUIRED);
  const parsed = tool.input.safeParse(optionalObject(call.params, 'arguments'));
  if (!parsed.success) return refuseArguments(entry, parsed.error, call.revisionOf);
  call.readAnswers();
  let value: unknown;
  try {
    value = tool.call(parsed.data, call);
    if (value instanceof Promise) value = await value;
    if (value instanceof Deferred) {
      if (background) return inBackground(desk, entry, call, value);
      value = await value.work(call);
    }
  } catch (thrown) {
    value = failureOf(thrown, desk, entry, call);
  }
  return shape(value, entry, call.revisionOf);
}

function inBackground(desk: Desk, entry: ToolEntry, call: Call, { work }: Deferred): JsonObject {
  const task = desk.tasks.start(call.principal, async task => {
    const context = new Call(call.request, call.caller, NO_OUTLET, desk.environment, undefined, task);
    task.controller.signal.addEventListener('abort', () => context.cancel('The task was cancelled.'), {
      once: true,
    });
    let value: unknown;
    try {
      value = await work(context);
    } catch (thrown) {
      value = failureOf(thrown, desk, entry, context);
    }
    return { resultType: 'complete', ...shape(value, entry, call.revisionOf) };
  });
  return { resultType: 'task', ...task.summary() };
}

/** A failure the world names becomes a result; a bug becomes one too, with its details in the log. */
function failureOf(thrown: unknown, desk: Desk, { tool }: ToolEntry, call: Call): ToolAnswer {
  if (thrown instanceof WireError || thrown instanceof InputRequired || call.cancelled) throw thrown;
  if (thrown instanceof WorldError) return answerOf(thrown);
  const where = { world: desk.registry.world.name, tool: tool.name };
  desk.environment.log.error({ ...where, err: thrown }, 'tool failed');
  return error(`The tool ${tool.name} failed unexpectedly.`, "The server's log has the details.");
}

function refuseArguments({ tool }: ToolEntry, problem: z.ZodError, revision: Revision): unknown {
  const message = `Invalid arguments for ${tool.name}:\n${z.prettifyError(problem)}`;
  if (revision.argumentErrorsAsResults) return failed(new WorldError('InvalidArgument', message));
  throw WireError.of('InvalidParams', message);
}

/** Turns what a handler returned into a result of the revision. */
function shape(value: unknown, entry: ToolEntry, revision: Revision): JsonObject {
  if (entry.tool.output !== undefined && !isContent(value)) return structured(value, entry, revision);
  if (value instanceof ToolAnswer) {
    const { isError, structured: data, meta } = value.options;
    const keep = data !== undefined && revision.structuredContent !== 'none';
    return {
      content: blocks(value.content, revision),
      ...(keep && { structuredContent: data as JsonValue }),
      ...(isError && { isError }),
      ...(meta !== undefined && { _meta: meta as JsonObject }),
    };
  }
  if (typeof value === 'string') return { content: [{ type: 'text', text: value }] };
  if (value instanceof Block) return { content: blocks([value], revision) };
  if (value === undefined || value === null) return { content: [] };
  if (Array.isArray(value) && value.every(item => item instanceof Block))
    return { content: blocks(value, revision) };
  return { content: [{ type: 'text', text: JSON.stringify(value) }] };
}

function structured(value: unknown, { tool, outputSchema }: ToolEntry, revision: Revision): JsonObject {
  const data = (tool.output as z.ZodType).parse(value) as JsonValue;
  const fits =
    revision.structuredContent === 'any' ||
    (revision.structuredContent === 'object' && outputSchema?.type === 'object');
  return {
    content: [{ type: 'text', text: JSON.stringify(data) }],
    ...(fits && { structuredContent: data }),
  };
}

function isContent(value: unknown): boolean {
  return (
    value instanceof ToolAnswer ||
    value instanceof Block ||
    (Array.isArray(value) && value[0] instanceof Block)
  );
}

/** A block the revision does not know becomes words rather than a message its client cannot read. */
export function blocks(content: readonly Block[], revision: Revision): JsonValue[] {
  return content.map(({ wire }) => {
    if (wire.type === 'audio' && !revision.audio) return text(`[audio, ${wire.mimeType}]`).wire;
    if (wire.type === 'resource_link' && !revision.resourceLinks)
      return text(`${wire.name}: ${wire.uri}`).wire;
    return wire;
  }) as unknown as JsonValue[];
}

function failed(reason: WorldError): JsonObject {
  const { content } = answerOf(reason);
  return { content: content.map(({ wire }) => wire) as unknown as JsonValue, isError: true };
}

function answerOf({ kind, message, hint }: WorldError): ToolAnswer {
  return error(`${kind}: ${message}`, hint);
}

function isFailure(result: unknown): boolean {
  return (result as { isError?: boolean }).isError === true;
}
