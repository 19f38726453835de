import type { Engine } from '@worldwire/engine';
import { openEmbedded } from '@worldwire/engine/embedded';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPEN, Stage } from '../stage.test.js';

const accept = { person: 'accept' } as const;

describe('a question to a person', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await openEmbedded();
  });
  afterAll(() => engine.close());
  const crowd = async (children: number) => {
    const { id } = await engine.call('object.create', { name: 'Crowd' });
    for (let count = 0; count < children; count++) {
      await engine.call('object.create', { name: `Guest ${count}`, parent: id });
    }
    return id;
  };

  it.each<[string, (id: string) => object, string]>([
    ['SetActive', objectId => ({ objectId, active: false }), 'Deactivate Turret (/Arena/Turret)?'],
    [
      'Reparent',
      objectId => ({ objectId, newParentId: null }),
      'Move Turret (/Arena/Turret) to the root of its scene?',
    ],
    [
      'SetMember',
      objectId => ({ objectId, componentType: 'Worldwire.Health', member: 'regeneration', jsonValue: 2 }),
      'Set Worldwire.Health.regeneration of Turret (/Arena/Turret) from 0 to 2?',
    ],
    [
      'DestroyObject',
      objectId => ({ objectId }),
      'Delete Turret (/Arena/Turret, 1 child, 2 objects below it)? It cannot be undone: a destroyed object does not come back.',
    ],
  ])('about %s names the object, not only its id', async (name, args, sentence) => {
    const stage = await Stage.open({ grants: OPEN, engine, config: { requireConfirm: true } });
    const id = await stage.idOf('Turret');
    await stage.denied(name, args(id), { person: 'decline' });
    expect(stage.questions).toEqual([`${sentence} Allow ${name} ${JSON.stringify(args(id))}?`]);
  });

  it('has no hidden characters of an object name', async () => {
    const stage = await Stage.open({ grants: OPEN, engine, config: { requireConfirm: true } });
    const { id } = await engine.call('object.create', { name: 'Box\u202e\u200b' });
    await stage.call('DestroyObject', { objectId: id }, accept);
    expect(stage.questions[0]).toMatch(/^Delete Box\\u202e\\u200b \(/);
  });

  it('is asked before objects are destroyed, which cannot be undone, also without requireConfirm', async () => {
    const stage = await Stage.open({ grants: OPEN, engine });
    const [small, large] = [await crowd(0), await crowd(21)];
    await stage.denied('DestroyObject', { objectId: small }, { person: 'decline' });
    expect(stage.questions.splice(0)).toHaveLength(1);
    await stage.denied('DestroyObject', { objectId: large }, { person: 'decline' });
    const [question, ...more] = stage.questions;
    expect(question).toMatch(
      /^Delete Crowd \(\/Crowd, 21 children\)\? It cannot be undone: a destroyed object does not come back\.\n/,
    );
    expect(question?.match(/^removes Guest \d+ \(/gm)).toHaveLength(21);
    expect(more).toEqual([]);
    await stage.call('DestroyObject', { objectId: large }, accept);
    expect(await engine.call('object.list', { name: 'Guest' })).toMatchObject({ total: 0 });
  });

  it('is replaced by the digest of a dry run where no person can be asked', async () => {
    const stage = await Stage.open({ grants: OPEN, engine });
    const objectId = await crowd(30);
    const failure = await stage.fail('DestroyObject', { objectId });
    expect(failure).toMatchObject({ kind: 'Conflict', hint: expect.stringContaining('expectDigest') });
    const plan = await stage.whole('DestroyObject', { objectId, dryRun: true });
    expect(plan).toMatchObject({ descendants: 30, undo: 'none: a destroyed object does not come back.' });
    expect(await stage.call('DestroyObject', { objectId, expectDigest: plan.digest })).toMatchObject({
      ok: true,
      descendants: 30,
    });
  });

  it('is asked before LoadScene drops the loaded scenes', async () => {
    const stage = await Stage.open({ grants: OPEN, engine });
    await stage.denied('LoadScene', { name: 'Menu' }, { person: 'decline' });
    expect(stage.questions[0]).toMatch(/^Load Menu and drop Arena with all objects\? It cannot be undone/);
    await stage.call('LoadScene', { name: 'SolarGarden', mode: 'additive' }, { person: 'decline' });
    expect(stage.questions).toHaveLength(1);
    expect((await stage.fail('LoadScene', { name: 'Menu' })).hint).toContain('expectDigest');
    await stage.call('LoadScene', { name: 'Menu' }, accept);
    expect(await stage.call('ListScenes')).toMatchObject({
      Items: [{ Name: 'Menu' }, expect.anything(), expect.anything()],
    });
  });
});
