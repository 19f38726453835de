import { eventOf } from '@worldwire/engine/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

let live: LiveGodot;
beforeAll(async () => {
  live = await LiveGodot.open();
});
afterAll(() => live?.engine.close());
beforeEach(() => live.load('arena'));

const ids = async () => (await live.call('scene.list', {})).map(({ id }) => id);

describe('scenes', () => {
  it('of the project can be loaded by name or path, the main one first', async () => {
    expect(await live.call('scene.builds', {})).toEqual([
      { index: 0, name: 'arena', path: 'res://scenes/arena.tscn' },
      { index: 1, name: 'garden', path: 'res://scenes/garden.tscn' },
      { index: 2, name: 'menu', path: 'res://scenes/menu.tscn' },
    ]);
    await live.call('scene.load', { name: 'res://scenes/garden.tscn', mode: 'single' });
    expect(await ids()).toEqual(['scn:1', 'scn:ddol', 'scn:hide']);
    expect((await live.refusal('not-found', live.load('gardn'))).hint).toContain('garden');
    const wrong = live.call('scene.load', { name: 'menu', mode: 'double' as 'single' });
    await live.refusal('invalid', wrong);
  });

  it('stand side by side, and new objects go to the current one', async () => {
    const garden = await live.call('scene.load', { name: 'garden', mode: 'additive' });
    expect(garden).toEqual({ id: 'scn:1', name: 'garden', index: 1, loaded: true, rootCount: 1 });
    expect(await ids()).toEqual(['scn:0', 'scn:1', 'scn:ddol', 'scn:hide']);
    const { items } = await live.call('object.list', { scene: 'scn:1' });
    const paths = ['/Garden', '/Garden/Mill', '/Garden/Mill/Blade', '/Garden/Safe'];
    expect(items.map(({ path }) => path)).toEqual(paths);
    await live.call('object.create', { name: 'New' });
    expect((await live.call('scene.list', {}))[0]).toMatchObject({ id: 'scn:0', rootCount: 2 });
  });

  it('are told while they load, so that nobody asks in between', async () => {
    const states: string[] = [];
    const stop = live.engine.listen(event => event.kind === 'state' && states.push(event.state.status));
    await live.load('menu');
    stop();
    expect(states).toEqual(['loading', 'ready']);
  });

  it('that the game changes by itself are told as well', async () => {
    const changed = eventOf(live.engine, 'scenes');
    await live.run('tree.change_scene("res://scenes/menu.tscn")');
    expect(await changed).toMatchObject({ added: ['scn:2'], removed: ['scn:0'] });
  });

  it('may be destroyed by their roots', async () => {
    await live.call('object.destroy', { id: await live.find('/Arena') });
    expect(await ids()).toEqual(['scn:ddol', 'scn:hide']);
    expect((await live.call('object.create', { name: 'Alone' })).scene).toBe('scn:ddol');
    await live.call('object.destroy', { id: await live.find('/Alone') });
  });

  it('run: what falls onto the crate does damage', async () => {
    await live.call('time.set', { scale: 4 });
    const crate = await live.find('/Arena/Crate');
    await live.engine.call(
      'code.run',
      { code: 'while find("Referee").hits == 0: yield(tree, "physics_frame")\nreturn find("Referee").hits' },
      { deadline: 20_000 },
    );
    expect((await live.read(crate, 'Health', 'current')).json).toBe(99);
    await live.call('time.set', { scale: 1 });
  });
});
