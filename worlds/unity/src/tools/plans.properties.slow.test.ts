import type { Engine, ObjectInfo } from '@worldwire/engine';
import { openEmbedded } from '@worldwire/engine/embedded';
import type { Context, PlannedEffect, Tool } from '@worldwire/server';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPEN, Stage } from '../stage.test.js';

const HEALTH = 'Worldwire.Health';
const COLLIDER = 'UnityEngine.BoxCollider';
const LIGHT = 'UnityEngine.Light';
const NAMES = ['Turret', 'Crates', 'Crate 1', 'Crate 2', 'Enemies', 'Enemy 1', 'Player'] as const;

interface Called {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** The arguments that have the id of an object, given by its name. */
  readonly ids: Record<string, string>;
}

const object = fc.constantFrom(...NAMES);
const call = (tool: string, objectId: string, args: Record<string, unknown> = {}): Called => {
  return { tool, args, ids: { objectId } };
};
const health = fc
  .record({
    name: fc.constantFrom('Turret', 'Player', 'Enemy 1'),
    jsonValue: fc.integer({ min: 300, max: 302 }),
  })
  .map(({ name, jsonValue }) =>
    call('SetMember', name, { componentType: HEALTH, member: 'maximum', jsonValue }),
  );
const activate = fc
  .record({ name: object, active: fc.boolean() })
  .map(({ name, active }) => call('SetActive', name, { active }));
const move = fc
  .record({ name: object, parent: fc.option(object) })
  .map(({ name, parent }) =>
    parent === null
      ? call('Reparent', name, { newParentId: null })
      : { tool: 'Reparent', args: {}, ids: { objectId: name, newParentId: parent } },
  );
const destroy = object.map(name => call('DestroyObject', name));
const add = object.map(name => call('AddComponent', name, { type: LIGHT }));
const remove = fc
  .record({ name: object, typeOrIndex: fc.constantFrom(HEALTH, COLLIDER, LIGHT) })
  .map(({ name, typeOrIndex }) => call('RemoveComponent', name, { typeOrIndex }));
const undo = fc
  .oneof(
    fc.record({ id: fc.integer({ min: 1, max: 12 }), force: fc.boolean() }),
    fc.record({ since: fc.integer({ min: 0, max: 10 }), force: fc.boolean() }),
  )
  .map((args): Called => ({ tool: 'UndoWrite', args, ids: {} }));

describe('the plan of a random write to the built-in scene', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await openEmbedded();
  });
  afterAll(() => engine.close());

  it('names what the write then changes, and nothing else', async () => {
    let [compared, lost] = [0, 0];
    const before = fc.array(fc.oneof(health, activate, move, destroy, add, remove, undo), {
      maxLength: 6,
      size: 'max',
    });
    const last = fc.oneof(health, move, remove, destroy, { weight: 2, arbitrary: undo });
    await fc.assert(
      fc.asyncProperty(before, last, async (earlier, { tool, args, ids }) => {
        await engine.call('scene.load', { name: 'Arena', mode: 'single' });
        await engine.call('time.set', { scale: 0, lock: true });
        const config = { componentAllowlist: [HEALTH, COLLIDER, LIGHT] };
        const stage = await Stage.open({ grants: OPEN, engine, config });
        for (const each of earlier) {
          const given = await withIds(engine, each);
          const { digest } = (await stage.result(each.tool, { ...given, dryRun: true }))
            .structuredContent as never;
          await stage.result(each.tool, { ...given, ...(digest !== undefined && { expectDigest: digest }) });
        }
        const given = await withIds(engine, { tool, args, ids });
        const effect = await effectOf(stage, tool, given);
        if (effect === undefined) {
          await stage.close();
          return fc.pre(false);
        }
        const found = await stateOf(engine);
        await stage.planned(tool, given);
        const changes = changesOf(found, await stateOf(engine));
        expect([tool, named(effect)]).toEqual([tool, changes]);
        compared++;
        if (changes.some(each => each.startsWith('removes'))) lost++;
        await stage.close();
      }),
      { numRuns: 200, endOnFailure: true },
    );
    expect(compared).toBe(200);
    expect(lost).toBeGreaterThan(20);
  }, 300_000);
});

async function withIds(engine: Engine, { args, ids }: Called): Promise<Record<string, unknown>> {
  const objects = await objectsOf(engine);
  const idOf = (name: string) => objects.find(each => each.name === name)?.id ?? 'obj:999999';
  return { ...args, ...Object.fromEntries(Object.entries(ids).map(([arg, name]) => [arg, idOf(name)])) };
}

/** Undefined where the call is refused. */
async function effectOf(
  stage: Stage,
  name: string,
  args: Record<string, unknown>,
): Promise<PlannedEffect | undefined> {
  const tool = (stage.unity.world.tools as readonly Tool[]).find(each => each.name === name);
  const context = {
    ...{ principal: 'local', access: 'danger', signal: new AbortController().signal, revision: '2026-07-28' },
    ...{ operation: { dryRun: true }, client: { name: 'stage', version: '1', capabilities: {} } },
    ...{ waiting: <Value>(work: Value) => work },
  } as unknown as Context;
  try {
    return (await tool?.plan?.(args, context))?.effect;
  } catch (thrown) {
    if ((thrown as { kind?: string }).kind !== undefined) return undefined;
    throw thrown;
  }
}

/** Paths follow from the parents. */
function named({ items }: PlannedEffect): readonly string[] {
  const all = items.map(({ what, subject }) => {
    const thing = subject.replace(/ \(\/[^()]*\)$/, '');
    // An undo names the components of an object together.
    if (thing.startsWith('the components of ')) return `alters ${thing}`;
    const component = /^the [\w.]+\.\w+ of (.*)$/.exec(thing);
    if (component !== null) return `alters the components of ${component[1]}`;
    return `${what === 'overwrites' ? 'alters' : what} ${thing}`;
  });
  // Of several types of one object.
  const isAgain = (each: string, index: number) =>
    each.startsWith('alters the components of ') && all.indexOf(each) < index;
  return all.filter((each, index) => !isAgain(each, index)).sort();
}

interface Found {
  readonly info: ObjectInfo;
  readonly types: string;
  readonly maximum: unknown;
}

async function objectsOf(engine: Engine): Promise<readonly ObjectInfo[]> {
  return (await engine.call('object.list', { limit: 500 })).items;
}

async function stateOf(engine: Engine): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>();
  for (const info of await objectsOf(engine)) {
    const { items } = await engine.call('component.list', { object: info.id, limit: 100 });
    const types = items.map(({ type }) => type);
    const place = { object: info.id, type: HEALTH, name: 'maximum' };
    const maximum = types.includes(HEALTH) ? (await engine.call('member.read', place)).json : null;
    found.set(info.id, { info, types: types.toSorted().join(), maximum });
  }
  return found;
}

/** The component with the value is another change. */
function isLost({ maximum }: Found): boolean {
  return maximum === null;
}

function changesOf(before: ReadonlyMap<string, Found>, after: ReadonlyMap<string, Found>): readonly string[] {
  const changes = [...before].flatMap(([id, old]) => {
    const { name } = old.info;
    const now = after.get(id);
    if (now === undefined) return [`removes ${name}`];
    const isSame = old.types === now.types;
    return [
      ...(isSame ? [] : [`alters the components of ${name}`]),
      ...(old.info.activeSelf === now.info.activeSelf ? [] : [`alters the active state of ${name}`]),
      ...(old.info.parent === now.info.parent ? [] : [`alters the parent of ${name}`]),
      ...(isLost(old) || isLost(now) || old.maximum === now.maximum
        ? []
        : [`alters ${HEALTH}.maximum of ${name}`]),
    ];
  });
  const added = [...after.values()].filter(({ info }) => !before.has(info.id));
  return [...changes, ...added.map(({ info }) => `adds ${info.name}`)].sort();
}
