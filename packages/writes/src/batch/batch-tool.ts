import { isObject, type JsonObject } from '@worldwire/protocol';
import {
  type Context,
  type GivenAbout,
  type RaisedAccess,
  type Tool,
  WRITE_ARGUMENTS,
} from '@worldwire/server';
import { structuredAnswer, writeTool } from '@worldwire/server/kit';
import { z } from 'zod';
import { accessOfCalls, type NamedCall, type Operation, operationCall } from '../run/operation.js';
import type { Writes } from '../run/pipeline.js';
import type { PreparedWrite, WriteTarget } from '../run/prepared-write.js';
import { type Batch, type BatchOptions, batchParts, MAX_PARTS } from './batch-parts.js';
import { type BatchPlan, planBatch } from './plan-batch.js';
import { runBatch } from './run-batch.js';

interface Wanted {
  readonly writes: readonly NamedCall[];
}

const OUTPUT = z.looseObject({
  parts: z.array(z.looseObject({ tool: z.string() })),
  undo: z.string(),
  revision: z.number(),
});

/**
 * The tool that applies several writes as one: one plan, one confirmation, one entry of the log, one undo. It comes after the tools of
 * its writes.
 *
 *     tools: [setMoisture, undoTool(writes), batchTool(writes), listWritesTool(writes)]
 */
export function batchTool<Target extends WriteTarget>(
  writes: Writes<Target>,
  options: BatchOptions<Target> = {},
): Tool {
  const { name = 'batch', output = OUTPUT, tools = [...writes.operations.keys()] } = options;
  const operations = new Map([...writes.operations].filter(([tool]) => tools.includes(tool)));
  const names = [...operations.keys()];
  if (names.length === 0) throw new Error(`${name} has no writes: define them before.`);
  return writeTool({
    name,
    title: 'Apply several writes',
    description: `Applies writes as one revision, all or none: one plan, one digest, one undo. If one fails, those before it are taken back, and the error says which could not be. A later write finds what earlier ones leave.`,
    input: z.object({
      writes: z
        .array(z.object({ tool: z.enum(names), arguments: z.looseObject({}) }).strict())
        .min(1)
        .max(MAX_PARTS)
        .describe('In their order, with the arguments of each tool.'),
    }),
    output,
    common: WRITE_ARGUMENTS,
    ...accessOfBatch(operations),
    about: ({ writes: given }) => aboutOf(given, operations),
    plan: async (wanted, context) =>
      writes.plan(
        name,
        wanted as unknown as JsonObject,
        context,
        batchOf(writes, operations, wanted as Wanted, options, context),
      ),
    call: async (wanted, context) => {
      const write = batchOf(writes, operations, wanted as Wanted, options, context);
      const receipt = await writes.perform(name, wanted as unknown as JsonObject, context, write);
      const { answer, revision, provenance } = receipt;
      const where = provenance !== undefined && { provenance };
      return structuredAnswer({ ...answer, ...where, revision }, { revision });
    },
  });
}

function batchOf<Target extends WriteTarget>(
  writes: Writes<Target>,
  operations: ReadonlyMap<string, Operation<Target>>,
  wanted: Wanted,
  options: BatchOptions<Target>,
  context: Context,
): PreparedWrite<Target, BatchPlan<Target>> {
  let steps = 0;
  const batch: Batch<Target> = {
    ...{ writes, options, context },
    parts: batchParts(operations, wanted.writes, context),
    step: message => context.progress(++steps, undefined, message),
  };
  return {
    needsPlan: true,
    plan: target => planBatch(batch, target),
    run: (target, plan) => runBatch(batch, plan as BatchPlan<Target>, target),
  };
}

/** A batch needs what the highest of its writes needs. Invalid ones need no more: the call is refused before it runs. */
function accessOfBatch<Target extends WriteTarget>(
  operations: ReadonlyMap<string, Operation<Target>>,
): Pick<Tool, 'accessOf' | 'raises'> {
  const high = [...operations.values()].filter(({ tool }) => tool.access === 'danger' || tool.raises);
  if (high.length === 0) return {};
  const [example] = high.flatMap(({ tool: { name, raises = [] } }) =>
    raises.flatMap(raised => (raised.example === undefined ? [] : { tool: name, arguments: raised.example })),
  );
  const raised: RaisedAccess = {
    access: 'danger',
    when: 'one of its writes needs eval',
    ...(example !== undefined && { example: { writes: [example] } }),
  };
  return {
    raises: [raised],
    accessOf: (wanted, caller) => {
      const calls = (wanted as unknown as Wanted).writes.flatMap(
        each => operationCall(operations, each) ?? [],
      );
      return () => accessOfCalls(calls, caller);
    },
  };
}

/** The subject of a batch for the audit: that of its first write. The arguments are not validated yet. */
function aboutOf<Target extends WriteTarget>(
  given: unknown,
  operations: ReadonlyMap<string, Operation<Target>>,
): GivenAbout {
  if (!Array.isArray(given)) return {};
  const calls: JsonObject[] = given.slice(0, MAX_PARTS).filter(isObject);
  const [first] = calls;
  const { about } = operations.get(String(first?.tool))?.tool ?? {};
  const subject = isObject(first?.arguments) ? about?.(first.arguments) : undefined;
  const tools = [...new Set(calls.map(({ tool }) => String(tool)))].join(', ');
  return { ...subject, tools, writes: given.length };
}
