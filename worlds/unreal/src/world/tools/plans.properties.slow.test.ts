import { isDeepStrictEqual } from 'node:util';
import type { Context, PlannedEffect } from '@worldwire/server';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UnrealSource } from '../../port/unreal-source.js';
import { openSample } from '../../sample/sample-source.js';
import { harbour } from '../../sample/testing/bench.js';
import { Stage } from '../stage.test.js';

const DOORS = [harbour('BP_Door_C_1'), harbour('BP_Door_C_2')];
const ACTORS = [...DOORS, harbour('Note_0'), harbour('PointLight_0')];

interface Called {
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

const number = fc.integer({ min: 0, max: 2 });
const set = fc
  .record({ object: fc.constantFrom(...DOORS), value: number })
  .map(args => ({ tool: 'set_property', args: { ...args, property: 'OpenAngle' } }));
const move = fc
  .record({
    path: fc.constantFrom(...ACTORS),
    x: number,
    yaw: number,
    part: fc.constantFrom('location', 'rotation', 'both'),
  })
  .map(({ path, x, yaw, part }) => ({
    tool: 'set_actor_transform',
    args: {
      path,
      ...(part !== 'rotation' && { location: { x, y: 0, z: 0 } }),
      ...(part !== 'location' && { rotation: { pitch: 0, yaw, roll: 0 } }),
    },
  }));
const spawn = number.map(index => ({
  tool: 'spawn_actor',
  args: { class: 'PointLight', name: `Lamp${index}` },
}));
const destroy = fc
  .constantFrom(...ACTORS, ...[0, 1, 2].map(index => harbour(`Lamp${index}`)))
  .map(path => ({ tool: 'destroy_actor', args: { path } }));
const undo = fc
  .oneof(
    fc.record({ revision: fc.integer({ min: 1, max: 12 }), mine: fc.constant(false), force: fc.boolean() }),
    fc.record({ since: fc.integer({ min: 0, max: 10 }), mine: fc.boolean(), force: fc.boolean() }),
  )
  .map(args => ({ tool: 'undo_write', args }));
/** With names that no destroyed actor has: the states tell actors apart by their paths. */
const post = number.map(index => ({
  tool: 'spawn_actor',
  args: { class: 'PointLight', name: `Post${index}` },
}));
const batch = fc.array(fc.oneof(set, move, post, destroy), { minLength: 2, maxLength: 6 }).map(parts => ({
  tool: 'batch',
  args: { writes: parts.map(({ tool, args }) => ({ tool, arguments: args })) },
}));
const call: fc.Arbitrary<Called> = fc.oneof(set, move, spawn, destroy, undo);
const story = fc.record({
  before: fc.array(call, { maxLength: 7, size: 'max' }),
  last: fc.oneof(set, move, destroy, { weight: 4, arbitrary: undo }) as fc.Arbitrary<Called>,
});
const batches = fc.record({ before: fc.array(call, { maxLength: 3, size: 'max' }), last: batch });

describe('the plan of a random write to the sample', () => {
  it.each([
    ['write', story],
    ['batch', batches],
  ])('names what the %s then changes, and nothing else', async (_, stories) => {
    let lost = 0;
    await fc.assert(
      fc.asyncProperty(stories as typeof story, async ({ before, last }) => {
        const source = openSample({ now: () => 0 });
        const stage = await Stage.open({ sources: [source], grants: { writes: true, eval: true } });
        for (const { tool, args } of before) await stage.result(tool, args, { principal: 'ann' });
        const effect = await effectOf(stage, last);
        if (effect === undefined) return fc.pre(false);
        const found = await stateOf(source);
        const { digest } = await stage.call(last.tool, { ...last.args, dryRun: true }, { principal: 'ann' });
        await stage.call(last.tool, { ...last.args, expectDigest: digest }, { principal: 'ann' });
        const changes = changesOf(found, await stateOf(source));
        expect(named(effect)).toEqual(changes);
        if (changes.some(each => each.startsWith('removes'))) lost++;
      }),
      { numRuns: 200 },
    );
    expect(lost).toBeGreaterThan(20);
  });
});

/** Undefined where the call is refused. */
async function effectOf(stage: Stage, { tool: name, args }: Called): Promise<PlannedEffect | undefined> {
  const { tools } = stage.unreal.world;
  const tool = (Array.isArray(tools) ? tools : []).find(each => each.name === name);
  const context = {
    ...{ principal: 'ann', access: 'danger', signal: new AbortController().signal, revision: '2026-07-28' },
    ...{ operation: { dryRun: true }, client: { name: 'stage', version: '1', capabilities: {} } },
    ...{ progress() {}, waiting: <Value>(work: Value) => work },
  } as unknown as Context;
  if (tool?.plan === undefined) throw new Error(`${name} has no plan.`);
  try {
    return (await tool.plan(args as never, context)).effect;
  } catch (thrown) {
    if ((thrown as { hint?: string }).hint !== undefined) return undefined;
    throw thrown;
  }
}

function named({ items }: PlannedEffect): readonly string[] {
  return items.map(({ what, subject }) => `${what === 'overwrites' ? 'alters' : what} ${subject}`).sort();
}

interface ActorState {
  readonly name: string;
  readonly label: string;
  readonly transform: unknown;
  readonly angle: unknown;
}

async function stateOf(source: UnrealSource): Promise<ReadonlyMap<string, ActorState>> {
  const options = { signal: new AbortController().signal };
  const { items } = await source.call('actor.list', { limit: 100 }, options as never);
  return new Map(
    await Promise.all(
      items.map(async ({ path, name, label = name, class: kind, location, rotation, scale }) => {
        const angle =
          kind === 'BP_Door_C'
            ? (await source.call('property.read', { object: path, property: 'OpenAngle' }, options as never))
                .value
            : null;
        return [path, { name, label, transform: [location, rotation, scale], angle }] as const;
      }),
    ),
  );
}

function changesOf(before: ReadonlyMap<string, ActorState>, after: ReadonlyMap<string, ActorState>) {
  const found: string[] = [];
  for (const [path, was] of before) {
    const is = after.get(path);
    if (is === undefined) found.push(`removes the actor ${was.name}`);
    else {
      if (!isDeepStrictEqual(was.transform, is.transform)) found.push(`alters the transform of ${is.name}`);
      if (!isDeepStrictEqual(was.angle, is.angle)) found.push(`alters OpenAngle of ${is.name}`);
    }
  }
  for (const [path, is] of after) if (!before.has(path)) found.push(`adds the actor ${is.label}`);
  return found.sort();
}
