import { describe, expect, it } from 'vitest';
import type { ActorDetail } from '../../port/operations.js';
import { DOOR, Stage } from '../stage.test.js';

describe('list_actors lists actors near a place', () => {
  const at = (x: number) => ({ location: { x, y: 0, z: 0 } });
  const pathOf = (name: string) => `/Game/Maps/Hall.Hall:PersistentLevel.${name}`;
  const actor = (name: string, more: object) => ({ path: pathOf(name), name, class: 'Actor', ...more });
  const row = [actor('Far', at(900)), actor('Close', at(100)), actor('Middle', at(300)), actor('Lost', {})];
  const open = async () => {
    const stage = await Stage.open();
    stage.source.on('actor.list', ({ limit = 50, cursor = '0', query = '' }) => {
      const matching = row.filter(({ name }) => name.includes(query));
      const end = Number(cursor) + Math.min(limit, 2);
      const next = end < matching.length && { nextCursor: String(end) };
      return { items: matching.slice(Number(cursor), end), total: matching.length, ...next };
    });
    return stage;
  };
  const names = ({ items }: Record<string, unknown>) => (items as { name: string }[]).map(({ name }) => name);

  it('in order of their distance, over all pages of the source', async () => {
    const stage = await open();
    const near = { position: [0, 0, 0], radius: 900 };
    const found = await stage.call('list_actors', { near });
    expect(found).toMatchObject({
      total: 3,
      items: [
        { name: 'Close', distance: 100 },
        { name: 'Middle', distance: 300 },
        { name: 'Far', distance: 900 },
      ],
    });
    const first = await stage.call('list_actors', { near, limit: 1 });
    expect([names(first), first.nextCursor]).toEqual([['Close'], '1']);
    expect(names(await stage.call('list_actors', { near, limit: 5, cursor: '1' }))).toEqual([
      'Middle',
      'Far',
    ]);
    expect(names(await stage.call('list_actors', { near, query: 'M' }))).toEqual(['Middle']);
    expect(names(await stage.call('list_actors', { near: { ...near, radius: 899 } }))).not.toContain('Far');
  });

  it('also where they are attached, because their location is that in the level', async () => {
    const stage = await open();
    stage.source.on('actor.list', () => ({
      items: [actor('Knob', { ...at(50), attachedTo: pathOf('Close'), relative: at(5) })],
      notes: ['1 actor file of this level cannot be read.'],
    }));
    const found = await stage.call('list_actors', { near: { position: [0, 0, 0] } });
    expect(found).toMatchObject({ items: [{ name: 'Knob', distance: 50 }] });
    expect(found.notes).toEqual(['1 actor file of this level cannot be read.']);
    expect(found).not.toHaveProperty('note');
  });

  it('and say how many have no known location', async () => {
    const stage = await open();
    const { note } = await stage.call('list_actors', { near: { position: { X: 0, Y: 0, Z: 0 } } });
    expect(note).toMatch(/^1 actor has no known world location/);
  });

  it('or near an actor, which is not in the list', async () => {
    const stage = await open();
    stage.source.on('actor.get', ({ path }) => ({
      ...(row.find(each => each.path === path) as ActorDetail),
      components: [],
      properties: {},
    }));
    const near = { actor: pathOf('Middle'), radius: 250 };
    expect(names(await stage.call('list_actors', { near }))).toEqual(['Close']);
    const lost = await stage.fail('list_actors', { near: { actor: pathOf('Lost') } });
    expect(lost).toMatch(/^Unsupported: The location of .*Lost is not known\..*position/s);
  });

  it('with a limit on the calls of a source, and a note about the rest', async () => {
    const stage = await open();
    stage.source.on('actor.list', ({ cursor = '0' }) => ({
      items: [actor(`A${cursor}`, at(Number(cursor)))],
      nextCursor: String(Number(cursor) + 1),
    }));
    const { total, note } = await stage.call('list_actors', { near: { position: [0, 0, 0] } });
    expect(total).toBe(20);
    expect(note).toMatch(/more actors than the 20 that were compared\. .*class or query/);
  });

  it.each([
    [{ radius: 5 }, 'either position or actor'],
    [{ position: [0, 0, 0], actor: DOOR }, 'either position or actor'],
    [{ position: [0, 0] }, 'must be {x, y, z}'],
    [{ position: [0, 0, 0], radius: 0 }, 'radius'],
    [{ position: [0, 0, 0], radius: 'NaN' }, 'radius'],
  ])('but not near %j', async (near, problem) => {
    expect(await (await open()).fail('list_actors', { near })).toContain(problem);
  });
});

it('list_actors and get_selection return only the wanted fields of actors, and refuse unknown fields with the known ones', async () => {
  const stage = await Stage.open();
  const { items } = await stage.call('list_actors', { fields: ['label'] });
  expect(items).toEqual([{ path: DOOR, label: 'Front door' }, { path: expect.stringContaining('Lamp_1') }]);
  const near = { position: [0, 0, 0] };
  expect((await stage.call('list_actors', { fields: ['distance'], near, limit: 1 })).items).toEqual([
    { path: DOOR, distance: 0 },
  ]);
  expect(await stage.fail('list_actors', { fields: ['distance'] })).toMatch(/distance needs near/);
  expect(await stage.fail('list_actors', { fields: ['colour'] })).toMatch(
    /path, name, label, class, location/,
  );
  await stage.call('select_actors', { paths: [DOOR] });
  expect((await stage.call('get_selection', { fields: ['class'] })).items).toEqual([
    { path: DOOR, class: 'BP_Door_C' },
  ]);
});
