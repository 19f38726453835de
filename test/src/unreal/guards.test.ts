import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERAS, type Visitor } from '../universe/official-clients.js';
import { answer, type Facts, json, refusal } from './answers.js';
import type { FakeProject } from './fake-editor/fake-project.js';
import { startChain } from './live-chain.js';
import { BOATHOUSE_DOOR, HARBOUR, ISLAND, WINDOW } from './saltmere.js';
import { ALL, startUnreal } from './unreal-server.js';

/** A server with everything allowed, and what to change there. */
interface Place {
  readonly url: string;
  readonly light: string;
  readonly door: string;
  readonly levels: readonly [string, string];
  /** The state of the fake editor. */
  readonly editor?: FakeProject;
  close(): Promise<void>;
}

const HALL = '/Game/Maps/Hall';

const PLACES: Readonly<Record<string, () => Promise<Place>>> = {
  'the sample': async () => {
    const server = await startUnreal({ grants: ALL });
    const { url } = server;
    return {
      url,
      light: WINDOW,
      door: BOATHOUSE_DOOR,
      levels: [HARBOUR, ISLAND],
      close: () => server.close(),
    };
  },
  'a fake editor': async () => {
    const chain = await startChain();
    return {
      url: chain.server.url,
      light: `${HALL}.Hall:PersistentLevel.PointLight_1`,
      door: `${HALL}.Hall:PersistentLevel.Door_1`,
      levels: [HALL, '/Game/Maps/Cellar'],
      editor: chain.editor.project,
      close: () => chain.close(),
    };
  },
};

const CASES = Object.entries(PLACES).flatMap(([name, open]) =>
  ERAS.map(([era, visit]) => [name, era, open, visit] as const),
);

describe.each(CASES)('on %s, %s', (_name, _era, open, visit) => {
  let place: Place;
  let client: Visitor;
  beforeAll(async () => {
    place = await open();
    client = await visit(place.url);
  });
  afterAll(async () => {
    await client.close();
    await place.close();
  });

  const revision = async () => (await json(client, 'unreal://journal')).revision as number;

  /** The calls of one test each: they leave the level as it was. */
  const calls = (): readonly (readonly [string, object])[] => [
    ['set_property', { object: `${place.light}.LightComponent0`, property: 'Intensity', value: 12 }],
    ['set_actor_transform', { path: place.light, location: [1, 2, 3] }],
    ['set_actor_transform', { path: place.light, by: { location: { z: 5 }, scale: 2 } }],
    ['select_actors', { paths: [place.light] }],
    ['open_level', { path: place.levels[1] }],
  ];

  it('plans a write, applies exactly this plan, and undoes it', async () => {
    for (const [name, args] of calls()) {
      const start = await revision();
      const plan = await answer(client, name, { ...args, dryRun: true });
      expect(plan).toMatchObject({ dryRun: true, revision: start });
      expect(await revision()).toBe(start);
      const done = await answer(client, name, { ...args, expectDigest: plan.digest, ifRevision: start });
      expect([done.before, done.after], name).toEqual([plan.before, plan.after]);
      expect(done.undo).toBe(`undo_write {"revision":${done.revision}}`);
      expect(await refusal(client, name, { ...args, ifRevision: start })).toMatch(
        /^Conflict: The journal is at/,
      );
      const undone = await answer(client, 'undo_write', { revision: done.revision });
      expect([undone.before, undone.after], name).toEqual([done.after, done.before]);
      const again = await answer(client, name, { ...args, dryRun: true });
      expect(again.digest, name).toBe(plan.digest);
    }
  });

  it('undoes a spawn, and what was done to the actor before', async () => {
    const start = await revision();
    const { after } = await answer(client, 'spawn_actor', { class: 'PointLight', name: 'Guarded' });
    const { path } = after as { path: string };
    await answer(client, 'set_property', {
      object: `${path}.LightComponent0`,
      property: 'Intensity',
      value: 1,
    });
    await answer(client, 'set_actor_transform', { path, by: { location: [1, 1, 1] } });
    const undone = await answer(client, 'undo_write', { since: start });
    expect((undone.undone as Facts[]).map(({ tool }) => tool)).toEqual([
      'set_actor_transform',
      'set_property',
      'spawn_actor',
    ]);
    expect(await refusal(client, 'get_actor', { path })).toMatch(/^NotFound/);
  });

  it('gets the reason before a destroyed actor is lost, and a similar one back', async () => {
    const plan = await answer(client, 'destroy_actor', { path: place.door, dryRun: true });
    expect(plan.undo).toMatch(/^Not exactly: .*Lost: its properties/);
    const done = await answer(client, 'destroy_actor', { path: place.door, expectDigest: plan.digest });
    const { revision: destroyed } = done;
    expect(await refusal(client, 'undo_write', { revision: destroyed })).toMatch(/cannot be undone exactly/);
    const { after } = await answer(client, 'undo_write', { revision: destroyed, force: true });
    const { class: kind, location } = done.before as Facts;
    expect(after).toMatchObject({ class: kind, location });
  });

  it('asks nobody for calls whose effect is unknown, and says so', async () => {
    const start = await revision();
    for (const [name, args, called] of [
      ['run_console_command', { command: 'stat fps' }, 'stat fps'],
      ['call_function', { object: place.light, function: 'GetActorLabel' }, 'GetActorLabel'],
    ] as const) {
      const plan = await answer(client, name, { ...args, dryRun: true });
      expect(plan).toMatchObject({ before: null, after: null, effect: 'unknown', dryRun: true });
      expect(plan.note).toContain(called);
      expect(await revision()).toBe(start);
    }
  });
});

describe.each(ERAS)('%s on a fake editor', (_era, visit) => {
  it('needs the digest of a dry run where unsaved changes or attached actors would be lost', async () => {
    const chain = await startChain();
    const client = await visit(chain.server.url);
    const { project } = chain.editor;
    const cellar = '/Game/Maps/Cellar';
    project.dirty.push('/Game/__ExternalActors__/Maps/Hall/0/1A/XYZ');
    expect(await refusal(client, 'open_level', { path: cellar })).toMatch(
      /^Conflict: Open the level Cellar \(\/Game\/Maps\/Cellar\)\? Unsaved changes of Hall may be lost\./,
    );
    const door = `${HALL}.Hall:PersistentLevel.Door_1`;
    project.attached.set(door, [`${HALL}.Hall:PersistentLevel.PointLight_1`]);
    expect(await refusal(client, 'destroy_actor', { path: door })).toMatch(
      /^Conflict: Delete The red door \(BP_Door_C, level Hall, 1 attached\)\?/,
    );
    expect(project.openLevel.path).toBe(HALL);
    expect(project.findActor(door)).toBeDefined();
    for (const [name, args] of [
      ['destroy_actor', { path: door }],
      ['open_level', { path: cellar }],
    ] as const) {
      const { digest } = await answer(client, name, { ...args, dryRun: true });
      await answer(client, name, { ...args, expectDigest: digest });
    }
    expect(project.openLevel.path).toBe(cellar);
    await client.close();
    await chain.close();
  });

  it('is asked also where the editor does not list unsaved packages', async () => {
    const chain = await startChain({ savingFunctions: false });
    const client = await visit(chain.server.url);
    expect(await refusal(client, 'open_level', { path: '/Game/Maps/Cellar' })).toMatch(
      /Unsaved changes of the open level Hall may be lost/,
    );
    await client.close();
    await chain.close();
  });
});
