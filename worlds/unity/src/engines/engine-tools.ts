import { countItems, legible, type Tool, type ToolPlan, WorldError } from '@worldwire/server';
import { requestDigest, structuredAnswer, writeTool } from '@worldwire/server/kit';
import { z } from 'zod';
import type { Gates } from '../gates/gates.js';
import type { Benches } from './benches.js';
import type { EngineBench } from './engine-bench.js';
import { factsOf } from './engine-facts.js';
import type { Leases } from './leases.js';
import type { Targets } from './targets.js';

const DEFAULT_SECONDS = 60;
const MAX_SECONDS = 600;
const MAX_REASON = 200;

const name = z.string().max(100).describe('A name of ListEngines.');
const lease = { holder: z.string(), since: z.string(), until: z.string(), reason: z.string().optional() };
const LEASE = z.looseObject({ ok: z.boolean(), engine: z.string() });

export interface EngineToolsParts {
  readonly benches: Benches;
  readonly targets: Targets;
  readonly leases: Leases;
  readonly gates: Gates;
}

/** The tools for several engines and several agents. */
export function engineTools({ benches, targets, leases, gates }: EngineToolsParts): readonly Tool[] {
  const { kit } = benches.home;
  const factsFor = (bench: EngineBench, selected: EngineBench | undefined) => {
    const holder = leases.of(bench);
    return {
      ...factsOf(bench.entry),
      tools: bench.entry.engine.offers?.tools.length ?? 0,
      ...(bench === selected && { selected: true }),
      ...(holder !== undefined && { held: holder }),
    };
  };
  return [
    kit.reading({
      name: 'ListEngines',
      title: 'List engines',
      description:
        'Lists the engines that are linked or were: name, engine, version, project, role, state, who holds it.',
      output: { engines: z.array(z.looseObject({ name: z.string(), held: z.object(lease).optional() })) },
      run: (_, { session }) => {
        const selected = session && targets.shown(session);
        const linked = benches.all.filter(({ entry }) => entry.name !== undefined);
        return { engines: linked.map(bench => factsFor(bench, selected)) };
      },
    }),
    kit.reading({
      name: 'SelectEngine',
      title: 'Select an engine',
      description: 'Selects the engine of the calls of this session that name none. Null: none is selected.',
      input: z.object({ engine: name.nullable() }),
      output: { selected: z.string().nullable() },
      run: ({ engine }, { session }) => {
        if (session === undefined) {
          throw new WorldError(
            'Unsupported',
            'This request has no session, so that no engine can be selected for the next ones.',
            'Pass `engine` with each call instead; ListEngines shows the names.',
          );
        }
        const bench = engine === null ? undefined : targets.named(engine);
        targets.select(session, bench);
        return { selected: bench?.entry.name ?? null };
      },
    }),
    writeTool({
      name: 'HoldEngine',
      title: 'Hold an engine',
      description:
        'Refuses writes and input of others to an engine for a time. Each write of yours renews it; it ends with your session.',
      destructive: false,
      idempotent: true,
      common: ['dryRun'],
      input: z.object({
        engine: name.optional(),
        seconds: z.int().min(1).max(MAX_SECONDS).default(DEFAULT_SECONDS),
        reason: z.string().max(MAX_REASON).optional().describe('For the others.'),
      }),
      output: LEASE,
      plan: ({ engine }, context) => {
        gates.requireWrites('HoldEngine');
        return leasePlan(targets.of(engine, undefined, context));
      },
      call: ({ engine, seconds, reason }, context) => {
        gates.requireWrites('HoldEngine');
        const bench = targets.of(engine, undefined, context);
        const shown = reason === undefined ? undefined : legible(reason, MAX_REASON);
        const about = { ok: true, engine: bench.entry.name };
        if (context.operation.dryRun === true) {
          const held = leases.of(bench);
          return structuredAnswer({ ...about, dryRun: true, seconds, ...(held !== undefined && { held }) });
        }
        return structuredAnswer({ ...about, ...leases.hold(bench, { seconds, reason: shown }, context) });
      },
    }),
    writeTool({
      name: 'ReleaseEngine',
      title: 'Release an engine',
      description: 'Ends your HoldEngine, so that others can write again.',
      destructive: false,
      idempotent: true,
      common: ['dryRun'],
      input: z.object({ engine: name.optional() }),
      output: LEASE,
      plan: ({ engine }, context) => {
        gates.requireWrites('ReleaseEngine');
        return leasePlan(targets.of(engine, undefined, context));
      },
      call: ({ engine }, context) => {
        gates.requireWrites('ReleaseEngine');
        const bench = targets.of(engine, undefined, context);
        const about = { ok: true, engine: bench.entry.name };
        if (context.operation.dryRun === true) {
          return structuredAnswer({ ...about, dryRun: true, released: leases.isHeldBy(bench, context) });
        }
        return structuredAnswer({ ...about, released: leases.release(bench, context) });
      },
    }),
  ];
}

/** Whoever holds the engine, nothing in it changes. */
function leasePlan({ entry: { name } }: EngineBench): ToolPlan {
  const items = [{ what: 'changes', subject: `who may write to ${name}` }] as const;
  const effect = { sentence: `Changes who may write to ${name}.`, items, totals: countItems(items) };
  return { effect, digest: requestDigest([name]) };
}
