import { describe, expect, it } from 'vitest';
import { type Bench, harbour, island, useBench } from './testing/bench.js';

let bench: Bench;
useBench(opened => {
  bench = opened;
});

const HARBOUR = '/Game/Maps/Harbour';
const ISLAND = '/Game/Maps/LighthouseIsland';

describe('levels', () => {
  it('are two, one of them open', async () => {
    expect(await bench.call('level.list', {})).toEqual([
      { path: HARBOUR, name: 'Harbour', open: true },
      { path: ISLAND, name: 'LighthouseIsland', open: false },
    ]);
  });

  it('keep their changes while another level is open', async () => {
    await bench.call('actor.transform', { path: harbour('BP_Ferry_C_1'), location: { x: 1, y: 2, z: 3 } });
    const { path } = await bench.call('actor.spawn', { class: 'Note' });
    expect(await bench.call('level.open', { path: ISLAND })).toEqual({ before: HARBOUR, after: ISLAND });
    expect((await bench.call('level.list', {})).map(({ open }) => open)).toEqual([false, true]);
    expect((await bench.call('actor.list', {})).items[0]?.path).toBe(island('BP_Door_C_1'));
    expect(await bench.call('level.open', { path: '/game/maps/harbour.harbour' })).toEqual({
      before: ISLAND,
      after: HARBOUR,
    });
    expect((await bench.call('actor.get', { path: harbour('BP_Ferry_C_1') })).location).toEqual({
      x: 1,
      y: 2,
      z: 3,
    });
    expect((await bench.call('actor.get', { path })).class).toBe('Note');
  });

  it('that are missing are not found', async () => {
    for (const path of ['/Game/Maps/Moon', '']) {
      expect(await bench.refusal('level.open', { path })).toMatchObject({ kind: 'not-found' });
    }
    for (const refusal of [
      await bench.refusal('level.open', { path: '/Game/Blueprints/BP_Door' }),
      await bench.refusal('actor.list', { level: '/Game/Blueprints/BP_Door' }),
    ]) {
      expect(refusal).toMatchObject({ kind: 'invalid', message: expect.stringContaining('Blueprint') });
    }
    expect((await bench.call('level.list', {}))[0]?.open).toBe(true);
  });

  it('are reported and logged when they are opened', async () => {
    bench.events();
    await bench.call('level.open', { path: ISLAND });
    const events = bench.events();
    expect(events).toContainEqual({ kind: 'asset', path: HARBOUR });
    expect(events).toContainEqual({ kind: 'asset', path: ISLAND });
    const { lines } = await bench.call('log.tail', { lines: 1 });
    expect(lines[0]).toMatchObject({
      category: 'LogFileHelpers',
      text: "Loading map 'LighthouseIsland' took 0.000",
    });
  });
});

describe('the selection', () => {
  it('has each selected actor once, in order', async () => {
    const [door, ferry] = [harbour('BP_Door_C_1'), harbour('BP_Ferry_C_1')];
    expect(await bench.call('selection.get', {})).toEqual([]);
    const paths = [ferry, door, ferry.toLowerCase()];
    expect(await bench.call('selection.set', { paths })).toEqual({ before: [], after: [ferry, door] });
    const selected = await bench.call('selection.get', {});
    expect(selected.map(({ label }) => label)).toEqual(['Ferry', 'TavernDoor']);
    expect(await bench.call('selection.set', { paths: [] })).toEqual({ before: [ferry, door], after: [] });
  });

  it('does not change when one of the actors cannot be selected', async () => {
    const door = harbour('BP_Door_C_1');
    await bench.call('selection.set', { paths: [door] });
    expect(await bench.refusal('selection.set', { paths: [door, harbour('Missing')] })).toMatchObject({
      kind: 'not-found',
    });
    expect(await bench.refusal('selection.set', { paths: [island('Note_0')] })).toMatchObject({
      kind: 'invalid',
    });
    const many = Array.from({ length: 1_001 }, () => door);
    expect(await bench.refusal('selection.set', { paths: many })).toMatchObject({ kind: 'invalid' });
    expect((await bench.call('selection.get', {})).map(({ path }) => path)).toEqual([door]);
  });

  it('loses destroyed actors, and is empty in another level', async () => {
    const [door, ferry] = [harbour('BP_Door_C_1'), harbour('BP_Ferry_C_1')];
    await bench.call('selection.set', { paths: [door, ferry] });
    await bench.call('actor.destroy', { path: door });
    expect((await bench.call('selection.get', {})).map(({ path }) => path)).toEqual([ferry]);
    await bench.call('level.open', { path: ISLAND });
    expect(await bench.call('selection.get', {})).toEqual([]);
  });
});
