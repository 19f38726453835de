import { REVISION_2025_11_25 } from '@worldwire/protocol';
import { Principal, Rights } from '@worldwire/server/internal';
import { describe, expect, it } from 'vitest';
import { UnrealError } from '../port/unreal-error.js';
import type { SourceStatus } from '../port/unreal-source.js';
import { DOOR, disk, hall, SINCE, Stage } from './stage.test.js';

const ASSET = '/Game/Doors/BP_Door';
const state = (status: SourceStatus) => ({ kind: 'state', state: { status, since: SINCE } }) as const;

describe('events of the sources', () => {
  it('of an asset is reported for each of its URIs', async () => {
    const stage = await Stage.open();
    stage.source.emit({ kind: 'asset', path: `${ASSET}.BP_Door` });
    expect(await stage.updated()).toEqual([
      `unreal://asset${ASSET}`,
      `unreal://blueprint${ASSET}`,
      `unreal://texture${ASSET}`,
      `unreal://level${ASSET}`,
      'unreal://assets',
    ]);
  });

  it('of an actor is reported for it and its level', async () => {
    const stage = await Stage.open();
    stage.source.emit({ kind: 'actor', path: DOOR });
    expect(await stage.updated()).toEqual([`unreal://actor${DOOR}`, 'unreal://level/Game/Maps/Hall']);
  });

  it('are reported for the log, the project and the list of assets', async () => {
    const stage = await Stage.open();
    stage.source.emit({ kind: 'log' });
    expect(await stage.updated()).toEqual(['unreal://log']);
    stage.source.emit({ kind: 'project' });
    expect(await stage.updated()).toEqual(['unreal://project']);
    const heard = new Promise<void>(resolve => {
      stage.unreal.world.events?.subscribe(({ kind }) => kind === 'resources' && resolve());
    });
    stage.source.emit({ kind: 'assets' });
    await heard;
    expect(stage.events).toEqual([{ kind: 'resource', uri: 'unreal://assets' }, { kind: 'resources' }]);
  });

  it('of their state change the state of the editor, and all resources when one disappears or returns', async () => {
    const stage = await Stage.open({ sources: [hall(), disk()] });
    stage.source.emit(state('throttled'));
    expect(await stage.updated()).toEqual(['unreal://editor/state']);
    stage.unreal.world.watch?.(`unreal://asset/${ASSET}`, 'ann');
    stage.unreal.world.watch?.('unreal://project', 'ann');
    stage.unreal.world.watch?.('unreal://journal', 'ann');
    for (const status of ['gone', 'back'] as const) {
      const heard = new Promise<void>(resolve => {
        stage.unreal.world.events?.subscribe(({ kind }) => kind === 'resources' && resolve());
      });
      stage.source.emit(state(status));
      await heard;
      expect(await stage.updated()).toEqual([
        'unreal://editor/state',
        'unreal://project',
        'unreal://assets',
        `unreal://asset/${ASSET}`,
      ]);
    }
  });

  it('in one turn of the event loop is reported once', async () => {
    const stage = await Stage.open();
    for (let count = 0; count < 3; count++) {
      stage.source.emit({ kind: 'log' });
      stage.source.emit({ kind: 'actor', path: DOOR });
      stage.source.emit({ kind: 'asset', path: '/Game/Maps/Hall' });
    }
    const updated = await stage.updated();
    expect(updated).toContain('unreal://level/Game/Maps/Hall');
    expect(updated).toHaveLength(new Set(updated).size);
    stage.source.emit({ kind: 'log' });
    expect(await stage.updated()).toEqual(['unreal://log']);
  });

  it('is reported once under the watched URI', async () => {
    const stage = await Stage.open();
    const spellings = [
      `unreal://asset/${ASSET}`,
      'unreal://asset/game/doors/bp_door',
      `unreal://asset${ASSET}.BP_Door`,
      `unreal://asset${ASSET}`,
      'unreal://assets?path=%2FGame',
      'unreal://log?lines=5',
    ];
    for (const uri of spellings) stage.unreal.world.watch?.(uri, 'ann');
    stage.source.emit({ kind: 'asset', path: ASSET });
    stage.source.emit({ kind: 'log' });
    const updated = await stage.updated();
    for (const uri of spellings) expect(updated.filter(told => told === uri)).toEqual([uri]);
  });

  it('is not reported after the world is closed', async () => {
    const stage = await Stage.open();
    stage.source.emit({ kind: 'log' });
    await stage.unreal.close();
    stage.source.emit({ kind: 'log' });
    expect(await stage.updated()).toEqual([]);
  });
});

describe('watching a resource', () => {
  it('is passed to all sources while it is watched', async () => {
    const [editor, project] = [hall(), disk()];
    const stage = await Stage.open({ sources: [editor, project] });
    const { watch } = stage.unreal.world;
    const first = watch?.(`unreal://blueprint/${ASSET}.BP_Door`, 'ann');
    const second = watch?.(`unreal://actor${DOOR}`, 'ann');
    expect(editor.watched).toEqual([ASSET, DOOR]);
    expect(project.watched).toEqual([ASSET, DOOR]);
    first?.();
    first?.();
    expect(editor.watched).toEqual([DOOR]);
    second?.();
    expect([...editor.watched, ...project.watched]).toEqual([]);
    stage.source.emit({ kind: 'asset', path: ASSET });
    expect(await stage.updated()).not.toContain(`unreal://blueprint/${ASSET}.BP_Door`);
  });

  it('works for a resource that only some sources support', async () => {
    const [editor, project] = [hall(), disk()];
    project.watch = () => {
      throw new UnrealError('invalid', 'It names an object without its package.');
    };
    const stage = await Stage.open({ sources: [editor, project] });
    const stop = stage.unreal.world.watch?.('unreal://actor/Game/Door:A', 'ann');
    expect(editor.watched).toEqual(['/Game/Door:A']);
    stop?.();
    expect(editor.watched).toEqual([]);
  });

  it('of the log or the project is passed to the files, which are not polled otherwise', async () => {
    const [editor, project] = [hall(), disk()];
    const stage = await Stage.open({ sources: [editor, project] });
    const uris = ['unreal://log', 'unreal://log?lines=5', 'unreal://project'];
    const stops = uris.map(uri => stage.unreal.world.watch?.(uri, 'ann'));
    expect([editor.watched, project.watched]).toEqual([[], ['log', 'log', 'project']]);
    for (const stop of stops) stop?.();
    expect(project.watched).toEqual([]);
  });

  it.each([
    'unreal://project',
    'unreal://log?lines=5',
    'unreal://asset/..',
    'unreal://asset/%zz',
    'unreal://actor/Door',
    'nonsense',
  ])('%s keeps no source busy', async uri => {
    const stage = await Stage.open();
    stage.unreal.world.watch?.(uri, 'ann')();
    expect(stage.source.watched).toEqual([]);
  });

  it('is reported through the kernel, from the first subscription to the last', async () => {
    const stage = await Stage.open();
    const uri = `unreal://asset/${ASSET}`;
    const client = { name: 'watcher', version: '1' };
    const params = { protocolVersion: REVISION_2025_11_25.id, capabilities: {}, clientInfo: client };
    const { session } = stage.kernel.initialize(params, new Principal('ann', 'token', Rights.CALLS));
    const send = (method: string) =>
      new Promise<void>(resolve => {
        const request = { kind: 'request', id: method, method, params: { uri } } as const;
        stage.kernel.start(request, session, { detach() {}, send: () => true }, () => resolve());
      });
    await send('resources/subscribe');
    expect(stage.source.watched).toEqual([ASSET]);
    await send('resources/unsubscribe');
    expect(stage.source.watched).toEqual([]);
  });
});

describe('our own writes', () => {
  it('are reported like other changes, with the journal', async () => {
    const stage = await Stage.open();
    await stage.call('set_property', { object: `${DOOR}.Mesh`, property: 'bHidden', value: true });
    expect(await stage.updated()).toEqual([
      `unreal://actor${DOOR}`,
      'unreal://level/Game/Maps/Hall',
      'unreal://journal',
      'unreal://editor/state',
    ]);
    await stage.call('set_property', { object: ASSET, property: 'Speed', value: 1 });
    expect(await stage.updated()).toContain(`unreal://blueprint${ASSET}`);
    await stage.fail('destroy_actor', { path: `${DOOR}_none` });
    expect(await stage.updated()).toEqual(['unreal://journal', 'unreal://editor/state']);
  });

  it('are reported once, also if their source reports them in another spelling', async () => {
    const stage = await Stage.open();
    stage.source.on('property.write', ({ value }) => {
      stage.source.emit({ kind: 'actor', path: DOOR });
      stage.source.emit({ kind: 'asset', path: '/Game/Maps/Hall' });
      stage.source.emit(state('throttled'));
      return { before: null, after: value };
    });
    const args = { property: 'bOpen', value: true };
    for (const object of [DOOR, DOOR.toLowerCase()]) {
      stage.unreal.world.watch?.(`unreal://actor/${DOOR}`, 'ann');
      await stage.call('set_property', { object, ...args });
      const updated = await stage.updated();
      const count = (uri: string) => updated.filter(each => each === uri).length;
      for (const uri of [`unreal://actor${DOOR}`, `unreal://actor/${DOOR}`, 'unreal://level/Game/Maps/Hall'])
        expect([uri, count(uri)]).toEqual([uri, 1]);
      expect(count('unreal://journal')).toBe(1);
      // It has the revision, which did not exist when the source reported the change.
      expect(updated.slice(-2)).toContain('unreal://editor/state');
    }
  });

  it('are reported when they are done', async () => {
    const stage = await Stage.open();
    stage.source.emit({ kind: 'actor', path: DOOR });
    await stage.updated();
    await stage.call('set_actor_transform', { path: DOOR, location: [1, 2, 3] });
    expect(await stage.updated()).toContain(`unreal://actor${DOOR}`);
  });

  it('are reported once, and not for a retry', async () => {
    const stage = await Stage.open();
    const args = { path: DOOR, location: [1, 2, 3] };
    await stage.call('set_actor_transform', args, { key: 'k' });
    await stage.updated();
    await stage.call('set_actor_transform', args, { key: 'k' });
    expect(await stage.updated()).toEqual([]);
  });
});
