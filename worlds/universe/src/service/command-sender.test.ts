import { describe, expect, it } from 'vitest';
import { type Entity, finish, type UniverseState } from '../domain/index.js';
import { ANN, addStar, ControlledJournal, fails, lab } from '../testing/service-lab.js';
import { SERVER } from './caller.js';
import type { Universes } from './universes.js';

const BOB = { principal: 'bob' };

async function stateOf(universes: Universes, id = 'u', revision?: number): Promise<UniverseState> {
  const loaded = await universes.open(id);
  const { capture } = await universes.stateAt(loaded, revision ?? loaded.revision, SERVER);
  return finish(capture.state());
}

const rename = (id: string, name: string) => ({ type: 'updateStar', id, payload: { name } });

describe('a batch', () => {
  const commands = [
    { type: 'addStar', payload: { name: 'Red Dwarf', bodyType: 'star', mass: 3e29 } },
    { type: 'addStar', payload: { name: 'Planet', parentId: '$1', mass: 6e24, orbitalDistance: 2e7 } },
    { type: 'addStar', id: 'moon', payload: { parentId: 'planet', mass: 1e22, orbitalDistance: 4e5 } },
    { type: 'updateRing', planetId: '$2', patch: {} },
    { type: 'addGroup', payload: { name: 'Near' } },
    { type: 'addToGroup', groupId: '$5', child: { id: '$1', type: 'system' } },
  ];

  it('is one revision, in which commands use the ids that earlier ones created', async () => {
    const { universes } = await lab();
    const { revision, warnings } = await universes.send('u', { type: 'batch', commands }, ANN);
    expect({ revision, warnings }).toEqual({ revision: 1, warnings: [] });
    const { stars, groups } = await stateOf(universes);
    expect(stars['red-dwarf']?.children).toEqual(['planet']);
    expect(stars.planet).toMatchObject({
      parentId: 'red-dwarf',
      children: ['moon'],
      ring: expect.anything(),
    });
    expect(groups.near?.children).toEqual([{ id: 'red-dwarf', type: 'system' }]);
  });

  it('gives a new entity another id if that of its name is taken', async () => {
    const { universes } = await lab();
    const star = { type: 'addStar', payload: { name: 'Twin', mass: 1e30, orbitOffsetX: 5 } };
    await universes.send('u', { type: 'batch', commands: [star, star, star] }, ANN);
    expect(Object.keys((await stateOf(universes)).stars)).toEqual(['twin', 'twin-2', 'twin-3']);
  });

  it.each([
    [[...commands, rename('nobody', 'x')], 'Command 7 of 7', 'nobody'],
    [[{ type: 'detachStar', childId: '$1' }], '"$1"', 'No command before'],
    [[addStar('a'), { type: 'detachStar', childId: '$0' }], '"$0"', '$1 is "a"'],
    [[{ type: 'undo', revision: 1 }], 'undo', 'cannot be in a batch'],
  ])('that cannot be applied changes nothing: %#', async (given, message, hint) => {
    const { universes, journal } = await lab();
    const refused = await universes.send('u', { type: 'batch', commands: given }, ANN).catch(error => error);
    expect(`${refused.message} ${refused.hint}`).toContain(message);
    expect(`${refused.message} ${refused.hint}`).toContain(hint);
    expect(journal.appends).toEqual([]);
  });
});

describe('a dry run', () => {
  it('of a batch that removes a body and replaces the state keeps the order of records', async () => {
    const { universes } = await lab();
    for (const id of ['a', 'b', 'c']) await universes.send('u', addStar(id), ANN);
    const snapshot = { stars: {}, rootIds: [], groups: {}, rootGroupIds: [] };
    const commands = [{ type: 'removeStar', id: 'a' }, { type: 'replaceSnapshot', snapshot }, addStar('d')];
    const before = JSON.stringify(await stateOf(universes));
    const { changes } = await universes.send('u', { type: 'batch', commands }, { ...ANN, dryRun: true });
    expect(changes.map(({ op }) => op)).toContain('reset');
    await universes.send('u', { type: 'tick', dt: 0 }, ANN);
    expect(JSON.stringify(await stateOf(universes))).toBe(before);
  });
});

describe('an undo', () => {
  it('takes back only the ring of a planet', async () => {
    const { universes } = await lab();
    await universes.send('u', addStar('planet'), ANN);
    const { revision } = await universes.send(
      'u',
      { type: 'updateRing', planetId: 'planet', patch: {} },
      ANN,
    );
    await universes.send('u', rename('planet', 'Terra'), ANN);
    await universes.send('u', { type: 'undo', revision }, ANN);
    const { planet } = (await stateOf(universes)).stars;
    expect(planet).toMatchObject({ name: 'Terra' });
    expect(planet).not.toHaveProperty('ring');
  });

  it('names what stands in its way, and by which revision; force sets the old value all the same', async () => {
    const { universes } = await lab();
    await universes.send('u', addStar('sun', { name: 'A' }), ANN);
    await universes.send('u', rename('sun', 'B'), ANN);
    await universes.send('u', { type: 'tick' }, ANN);
    await universes.send('u', rename('sun', 'C'), BOB);
    await expect(universes.send('u', { type: 'undo', revision: 2 }, ANN)).rejects.toMatchObject({
      message: expect.stringMatching(/name of "sun" was changed later\. Revision 4 \(updateStar by bob\)/),
      hint: expect.stringContaining('{"type":"undo","revision":2,"force":true}'),
    });
    await universes.send('u', { type: 'undo', revision: 2, force: true }, ANN);
    expect((await stateOf(universes)).stars.sun?.name).toBe('A');
  });

  it.each([
    [
      { type: 'undo', mine: true },
      { type: 'undo', mine: true, force: true },
    ],
    [
      { type: 'undo', since: 1, mine: true },
      { type: 'undo', since: 1, mine: true, force: true },
    ],
  ])('of the newest own revisions names the revision that stands in its way: %j', async (undo, forced) => {
    const { universes } = await lab();
    await universes.send('u', addStar('earth', { name: 'A0' }), ANN);
    await universes.send('u', rename('earth', 'A1'), ANN);
    await universes.send('u', rename('earth', 'A2'), ANN);
    await universes.send('u', rename('earth', 'B3'), BOB);
    await universes.send('u', rename('earth', 'B4'), BOB);
    await expect(universes.send('u', undo, ANN)).rejects.toMatchObject({
      message: expect.stringContaining('Revision 5 (updateStar by bob) changed it.'),
      hint: expect.stringMatching(/^Undo revision 5 first/),
    });
    await universes.send('u', forced, ANN);
  });

  it('since a revision does not name a revision that it takes back itself', async () => {
    const { universes } = await lab();
    await universes.send('u', addStar('sun', { name: 'A' }), ANN);
    await universes.send('u', { type: 'batch', commands: [rename('sun', 'A1'), addStar('x')] }, ANN);
    await universes.send('u', rename('x', 'B1'), BOB);
    await universes.send('u', rename('sun', 'A2'), ANN);
    await expect(universes.send('u', { type: 'undo', since: 1, mine: true }, ANN)).rejects.toMatchObject({
      message: expect.stringMatching(/^Revision 2: .*Revision 3 \(updateStar by bob\)/),
    });
  });

  it('of a revision that is undone names the undo, and how to redo it', async () => {
    const { universes } = await lab();
    await universes.send('u', addStar('sun', { name: 'A' }), ANN);
    await universes.send('u', rename('sun', 'B'), ANN);
    await universes.send('u', { type: 'undo', revision: 2 }, BOB);
    await expect(universes.send('u', { type: 'undo', revision: 2 }, ANN)).rejects.toMatchObject({
      message: expect.stringContaining('Revision 2 is already undone by revision 3'),
      hint: expect.stringContaining('{"type":"undo","revision":3}'),
    });
    await universes.send('u', { type: 'undo', revision: 3 }, ANN);
    expect((await stateOf(universes)).stars.sun?.name).toBe('B');
    await universes.send('u', { type: 'undo', since: 0 }, ANN);
    await expect(universes.send('u', { type: 'undo', revision: 1 }, ANN)).rejects.toThrow(
      'Revision 1 is already undone by revision 5',
    );
  });

  it('is refused for an undone revision with force too, and leaves no entry', async () => {
    const { universes } = await lab();
    await universes.send('u', addStar('sun', { name: 'A' }), ANN);
    await universes.send('u', rename('sun', 'B'), ANN);
    await universes.send('u', { type: 'undo', revision: 2 }, BOB);
    await universes.send('u', rename('sun', 'C'), BOB);
    const forced = { type: 'undo', revision: 2, force: true };
    const refusal = {
      message: expect.stringContaining('Revision 2 is already undone by revision 3'),
      hint: expect.stringContaining('{"type":"undo","revision":3}'),
    };
    await expect(universes.send('u', forced, ANN)).rejects.toMatchObject(refusal);
    await expect(universes.send('u', forced, { ...ANN, dryRun: true })).rejects.toMatchObject(refusal);
    expect((await universes.open('u')).revision).toBe(4);
    await universes.send('u', { type: 'undo', revision: 3, force: true }, ANN);
    await universes.send('u', forced, ANN);
    expect((await stateOf(universes)).stars.sun?.name).toBe('A');
  });

  it('of more revisions than one undo takes names the restore that leads to the same state', async () => {
    const { universes } = await lab();
    await universes.send('u', addStar('sun'), ANN);
    for (const count of [1_000, 1])
      await universes.execute(
        'u',
        Array.from({ length: count }, () => ({ type: 'tick', dt: 1 })),
        BOB,
      );
    await expect(universes.send('u', { type: 'undo', since: 1 }, ANN)).rejects.toMatchObject({
      message: expect.stringMatching(/1001 revisions after 1; one undo takes at most 1000/),
      hint: expect.stringContaining('{"type":"restore","revision":1}'),
    });
    await expect(universes.send('u', { type: 'undo', since: 1, mine: true }, BOB)).rejects.toMatchObject({
      hint: expect.stringMatching(
        /{"type":"undo","since":2,"mine":true} first, then {"type":"undo","mine":true}/,
      ),
    });
    const undo = { type: 'undo', since: 2, mine: true };
    const { digest } = await universes.send('u', undo, { ...BOB, dryRun: true });
    await universes.send('u', undo, { ...BOB, expectDigest: digest });
    await universes.send('u', { type: 'undo', mine: true }, BOB);
    expect(await stateOf(universes)).toEqual(await stateOf(universes, 'u', 1));
  });

  it('of larger changes than one undo takes names the restore that leads to the same state', async () => {
    const { universes } = await lab();
    for (const name of ['One', 'Two'])
      await universes.send('u', { type: 'generate', kind: 'cluster', count: 16_000, name }, ANN);
    await expect(universes.send('u', { type: 'undo', since: 0 }, ANN)).rejects.toMatchObject({
      message: expect.stringContaining('16777216 characters of changes'),
      hint: expect.stringContaining('{"type":"restore","revision":0}'),
    });
  });

  it('of an own revision is refused for one of another principal', async () => {
    const { universes } = await lab();
    await universes.send('u', addStar('sun'), BOB);
    await expect(universes.send('u', { type: 'undo', revision: 1, mine: true }, ANN)).rejects.toMatchObject({
      kind: 'InvalidArgument',
      message: expect.stringContaining('bob'),
      hint: expect.stringContaining('{"type":"undo","revision":1}'),
    });
  });

  it('cannot be forced where links forbid it', async () => {
    const { universes } = await lab();
    await universes.send('u', addStar('sun'), ANN);
    await universes.send('u', addStar('earth', { parentId: 'sun' }), ANN);
    await expect(universes.send('u', { type: 'undo', revision: 1, force: true }, ANN)).rejects.toMatchObject({
      message: expect.stringContaining('other bodies orbit "sun"'),
    });
  });

  it('since a revision takes back all, or only the revisions of the caller', async () => {
    const { universes } = await lab();
    await universes.send('u', addStar('a'), ANN);
    await universes.send('u', addStar('b'), BOB);
    await universes.send('u', rename('a', 'A2'), ANN);
    await universes.send('u', addStar('c'), BOB);
    const own = await universes.send('u', { type: 'undo', since: 0, mine: true }, BOB);
    expect(own.events).toEqual([{ type: 'undoneSince', since: 0, revisions: [4, 2] }]);
    expect(Object.keys((await stateOf(universes)).stars)).toEqual(['a']);
    await universes.send('u', { type: 'undo', since: 1 }, ANN);
    expect(await stateOf(universes)).toEqual(await stateOf(universes, 'u', 1));
    await expect(universes.send('u', { type: 'undo', mine: true }, BOB)).rejects.toThrow('nothing left');
    const newest = await universes.send('u', { type: 'undo', mine: true }, ANN);
    expect(newest.events).toEqual([{ type: 'undone', revision: 1 }]);
  });

  it('of more than the revisions that fit one entry is refused with the restore that does the same', async () => {
    const { universes, journal } = await lab();
    await universes.send('u', addStar('a'), ANN);
    const note = 'x'.repeat(3_000_000);
    for (const id of ['b', 'c', 'd', 'e', 'f', 'g'])
      await universes.send('u', addStar(id, { comet: { note: `${note}${id}` } }), ANN);
    const pages: number[] = [];
    const { readBack } = journal;
    journal.readBack = async (...args) => {
      const entries = await readBack.apply(journal, args);
      pages.push(entries.length);
      return entries;
    };
    await expect(universes.send('u', { type: 'undo', since: 1 }, ANN)).rejects.toMatchObject({
      kind: 'InvalidArgument',
      message: expect.stringContaining('revisions after 1'),
      hint: expect.stringContaining('{"type":"restore","revision":1}'),
    });
    expect(Math.max(...pages)).toBeLessThan(6);
    const { revision } = await universes.send('u', { type: 'undo', since: 4 }, ANN);
    expect(revision).toBe(8);
    expect(Object.keys((await stateOf(universes)).stars)).toEqual(['a', 'b', 'c', 'd']);
  });

  it.each([
    [{ type: 'undo', revision: 9 }, /no revision 9/],
    [{ type: 'undo', since: 9 }, /no revision 9/],
    [{ type: 'undo', since: 1, mine: true }, /nothing left to undo/],
    [{ type: 'undo', since: 0, revision: 1 }, /exclude each other/],
    [{ type: 'undo', revison: 1 }, /revison is an unknown field, probably revision/],
  ])('that is impossible is refused with a hint: %j', async (command, message) => {
    const { universes } = await lab();
    await universes.send('u', addStar('a'), ANN);
    const refused = await universes.send('u', command, BOB).catch(error => error);
    expect(refused.message).toMatch(message);
    expect(refused.hint).toMatch(/\w/);
  });
});

describe('a restore', () => {
  it('makes an earlier state the newest, by number or by the name of a bookmark', async () => {
    const { universes } = await lab();
    await universes.send('u', addStar('a'), ANN);
    await universes.send('u', { type: 'bookmark', name: 'one star' }, ANN);
    await universes.send('u', addStar('b'), ANN);
    const planned = await universes.send(
      'u',
      { type: 'restore', revision: 'one star' },
      { ...ANN, dryRun: true },
    );
    const options = { ...ANN, expectDigest: planned.digest };
    const { revision } = await universes.send('u', { type: 'restore', revision: 'one star' }, options);
    expect(revision).toBe(3);
    expect(await stateOf(universes)).toEqual(await stateOf(universes, 'u', 1));
    const digits = await universes.send('u', { type: 'restore', revision: '1' }, { ...ANN, dryRun: true });
    expect(digits.events).toEqual([{ type: 'restored', revision: 1 }]);
    await expect(universes.send('u', { type: 'restore', revision: 'one strar' }, ANN)).rejects.toMatchObject({
      kind: 'NotFound',
      hint: expect.stringContaining('"one star"'),
    });
  });
});

describe('a plan of a whole state or of many changes', () => {
  it.each([
    { type: 'restore', revision: 1 },
    { type: 'replaceSnapshot', snapshot: { stars: { z: {} } } },
    { type: 'undo', revision: 2 },
    { type: 'generate', kind: 'cluster', count: 1_000, id: 'more' },
  ])('is applied at the revision for which it was made, and not at another: %j', async command => {
    const { universes } = await lab();
    await universes.send('u', addStar('a', { mass: 1 }), ANN);
    await universes.send('u', { type: 'generate', kind: 'cluster', count: 1_000 }, ANN);
    const plan = async () => (await universes.send('u', command, { ...ANN, dryRun: true })).digest as string;
    const digest = await plan();
    expect(await plan()).toBe(digest);
    const other = { ...command, ...(command.type === 'generate' ? { seed: 9 } : {}) };
    await universes.send('u', { type: 'tick', dt: 0 }, BOB);
    const late = universes.send('u', other, { ...ANN, expectDigest: digest });
    await expect(late).rejects.toMatchObject({ kind: 'Conflict' });
    const { revision } = await universes.send('u', command, { ...ANN, expectDigest: await plan() });
    expect(revision).toBe(4);
  });

  it('is not the plan of another command of the same kind', async () => {
    const { universes } = await lab();
    await universes.send('u', addStar('a'), ANN);
    await universes.send('u', addStar('b'), ANN);
    const replace = (id: string) => ({ type: 'replaceSnapshot', snapshot: { stars: { [id]: {} } } });
    for (const [one, other] of [
      [replace('x'), replace('y')],
      [
        { type: 'restore', revision: 0 },
        { type: 'restore', revision: 1 },
      ],
    ] as const) {
      const { digest } = await universes.send('u', one, { ...ANN, dryRun: true });
      const sent = universes.send('u', other, { ...ANN, expectDigest: digest });
      await expect(sent).rejects.toMatchObject({ kind: 'Conflict' });
    }
  });
});

describe('a bookmark', () => {
  it('is stored, moved, removed, and found after a restart', async () => {
    const journal = new ControlledJournal();
    const { universes } = await lab(journal);
    await universes.send('u', { type: 'tick' }, ANN);
    await universes.send('u', { type: 'bookmark', name: 'now' }, ANN);
    await universes.send('u', { type: 'bookmark', name: 'first', revision: 0 }, BOB);
    const moved = await universes.send('u', { type: 'bookmark', name: 'now', revision: 0 }, ANN);
    expect(moved.beside).toMatchObject({ before: { 'bookmarks/now': 1 }, after: { 'bookmarks/now': 0 } });
    expect(moved.beside?.undo).toEqual({ type: 'bookmark', name: 'now', revision: 1 });
    const again = (await lab(journal)).universes;
    const names = async () => (await again.bookmarks(await again.open('u'))).map(({ name }) => name);
    expect(await names()).toEqual(['first', 'now']);
    await again.send('u', { type: 'bookmark', name: 'now', remove: true }, ANN);
    expect(await names()).toEqual(['first']);
    await expect(again.send('u', { type: 'bookmark', name: 'x', revision: 7 }, ANN)).rejects.toMatchObject({
      kind: 'NotFound',
    });
  });

  it('takes no operation key, because a retry could move it', async () => {
    const { universes } = await lab();
    const sent = universes.send('u', { type: 'bookmark', name: 'now' }, { ...ANN, key: 'k' });
    await expect(sent).rejects.toMatchObject({
      kind: 'InvalidArgument',
      hint: expect.stringContaining('{"type":"bookmark","name":"now","revision":0}'),
    });
  });

  it('that does not exist is refused with where revisions are listed, also for a date', async () => {
    const { universes } = await lab();
    const refused = (name: string) =>
      universes.send('u', { type: 'bookmark', name, remove: true }, ANN).catch(thrown => thrown.hint);
    expect(await refused('dawn')).toBe(
      'There are no bookmarks. A revision is a number from 0 to 0; universe://u/history lists them with their times.',
    );
    expect(await refused('2026-11-17')).toContain('A date is not a revision; "at" of get_universe_state');
  });

  it.each([
    [{ name: 'no', remove: true }, /no bookmark "no"/],
    [{ name: '12' }, /digits/],
    [{ name: 'x', revision: 7 }, /revision 7/],
  ])('is refused by a dry run as by the write: %j', async (given, message) => {
    const { universes } = await lab();
    for (const options of [ANN, { ...ANN, dryRun: true as const }]) {
      const sent = universes.send('u', { type: 'bookmark', ...given }, options);
      await expect(sent).rejects.toMatchObject({
        message: expect.stringMatching(message),
        hint: expect.stringMatching(/\w/),
      });
    }
  });

  it('names a revision that another server on the same store has written', async () => {
    const journal = new ControlledJournal();
    journal.watch = () => () => {};
    const [one, other] = [(await lab(journal)).universes, (await lab(journal)).universes];
    await one.open('u');
    await other.send('u', { type: 'tick' }, ANN);
    await one.send('u', { type: 'bookmark', name: 'a', revision: 1 }, ANN);
    await other.send('u', { type: 'tick' }, ANN);
    const { beside } = await one.send('u', { type: 'bookmark', name: 'b' }, { ...ANN, ifRevision: 2 });
    expect(beside?.after).toEqual({ 'bookmarks/b': 2 });
  });
});

describe('a new universe', () => {
  it('is empty, or a copy of another one at a revision', async () => {
    const { universes } = await lab();
    await universes.send('u', addStar('a'), ANN);
    await universes.send('u', addStar('b'), ANN);
    const empty = await universes.send('v', { type: 'createUniverse', name: 'V' }, ANN);
    expect(empty).toMatchObject({ id: 'v', revision: 0 });
    expect((await stateOf(universes, 'v')).stars).toEqual({});
    await universes.send('w', { type: 'createUniverse', from: 'u', revision: 1 }, ANN);
    expect(await stateOf(universes, 'w')).toEqual(await stateOf(universes, 'u', 1));
    const dry = await universes.send('x', { type: 'createUniverse', from: 'u' }, { ...ANN, dryRun: true });
    expect(dry.beside?.after).toMatchObject({ 'universes/x': { name: 'x', from: 'u', stars: 2 } });
    expect(await universes.has('x')).toBe(false);
  });

  it('is created once for one operation key', async () => {
    const { universes } = await lab();
    const options = { ...ANN, key: 'k' };
    await universes.send('v', { type: 'createUniverse' }, options);
    const retry = await universes.send('v', { type: 'createUniverse' }, options);
    expect(retry.beside?.replayed).toBe(true);
  });

  it('needs an id that is free and valid', async () => {
    const { universes } = await lab();
    await expect(universes.send('u', { type: 'createUniverse' }, ANN)).rejects.toMatchObject({
      kind: 'Conflict',
      hint: expect.stringContaining('universeId names the new universe'),
    });
    await expect(universes.send('v', { type: 'createUniverse', revision: 1 }, ANN)).rejects.toMatchObject({
      message: expect.stringContaining('revision needs from'),
      hint: expect.stringContaining('"from"'),
    });
    await expect(
      universes.send('v', { type: 'createUniverse' }, { ...ANN, ifRevision: 0 }),
    ).rejects.toMatchObject({
      message: expect.stringContaining('ifRevision'),
      hint: expect.stringContaining('Leave ifRevision out'),
    });
    await expect(universes.send('a b', { type: 'createUniverse' }, ANN)).rejects.toMatchObject({
      kind: 'InvalidArgument',
    });
    await expect(universes.send('v', { type: 'createUniverse', from: 'uu' }, ANN)).rejects.toMatchObject({
      kind: 'NotFound',
      hint: expect.stringMatching(/Universes: u\..*createUniverse/),
    });
  });
});

describe('generated bodies', () => {
  it.each(['cluster', 'galaxy', 'system'])('of a %s are the same for the same seed', async kind => {
    const { universes } = await lab();
    const command = { type: 'generate', kind, count: 12, seed: 'x' };
    await universes.send('u', command, ANN);
    for (const id of ['v', 'w']) await universes.send(id, { type: 'createUniverse' }, ANN);
    await universes.send('v', command, ANN);
    await universes.send('w', { ...command, seed: 'y' }, ANN);
    const state = await stateOf(universes);
    expect(await stateOf(universes, 'v')).toEqual(state);
    expect(await stateOf(universes, 'w')).not.toEqual(state);
    for (const { mass, radius } of Object.values(state.stars)) {
      expect(mass).toBeGreaterThan(1e18);
      expect(radius).toBeGreaterThan(10);
    }
  });

  it('of a galaxy are as many stars as were asked for, in a group, by one revision', async () => {
    const { universes } = await lab();
    const { revision } = await universes.send('u', { type: 'generate', kind: 'galaxy', count: 2_000 }, ANN);
    expect(revision).toBe(1);
    const { stars, groups } = await stateOf(universes);
    expect(Object.keys(stars)).toHaveLength(2_000);
    expect(Object.values(groups).map(({ children }) => children.length)).toEqual([2_000]);
  });

  it('of a galaxy may come in several commands, with the group of the first one around the others', async () => {
    const { universes } = await lab();
    const galaxy = { type: 'generate', kind: 'galaxy', count: 600 };
    await universes.send('u', { ...galaxy, name: 'Whirl' }, ANN);
    for (const seed of ['b', 'c']) {
      const more = { ...galaxy, id: `whirl-${seed}`, seed, groupId: 'whirl' };
      expect((await universes.send('u', more, ANN)).warnings).toEqual([]);
    }
    const taken = { ...galaxy, name: 'Whirl 2', groupId: 'whirl' };
    await expect(universes.send('u', taken, ANN)).rejects.toMatchObject({
      message: 'The group "whirl" has a member "whirl-2" already.',
      hint: expect.stringContaining('such as "whirl-b"'),
    });
    const { stars, groups, rootGroupIds } = await stateOf(universes);
    expect(Object.keys(stars)).toHaveLength(1_800);
    expect(rootGroupIds).toEqual(['whirl']);
    expect(groups.whirl?.children.slice(-2).map(({ id }) => id)).toEqual(['whirl-b', 'whirl-c']);
    await expect(universes.send('u', { ...galaxy, count: 100_000 }, ANN)).rejects.toThrow(
      /at most 20000. For more, send several commands.*groupId/,
    );
  });

  it('of a belt orbit their host outside of it', async () => {
    const { universes } = await lab();
    await universes.send('u', addStar('sun', { mass: 2e30, radius: 7e5 }), ANN);
    const command = { type: 'generate', kind: 'belt', count: 20, seed: 1, parentId: 'sun', name: 'Belt' };
    await universes.send('u', command, ANN);
    const { stars, smallBodyFields } = await stateOf(universes);
    expect(stars.sun?.children).toHaveLength(20);
    expect((smallBodyFields.belt as Entity).hostStarId).toBe('sun');
    for (const id of stars.sun?.children ?? []) expect(stars[id]?.orbitalDistance).toBeGreaterThan(7e5);
    await expect(universes.send('u', command, ANN)).rejects.toMatchObject({
      hint: expect.stringContaining('another name or id'),
    });
  });

  it.each([
    [{ kind: 'belt', count: 5 }, /needs parentId/],
    [{ kind: 'belt', count: 5, parentId: 'nothing' }, /"nothing" does not exist/],
    [{ kind: 'galaxy', count: 0 }, /count/],
    [{ kind: 'galaxy', count: 1e9 }, /count/],
    [{ kind: 'system', count: 900 }, /at most 40 planets/],
    [{ kind: 'nebula', count: 5 }, /kind/],
    [{ kind: 'system', count: 5, radius: 9 }, /radius is not a field of a system.*count, .*position/s],
    [{ kind: 'system', count: 5, innerRadius: 9 }, /innerRadius is not a field of a system/],
    [{ kind: 'cluster', count: 5, innerRadius: 9 }, /innerRadius is not a field of a cluster/],
    [{ kind: 'galaxy', count: 5, parentId: 'a' }, /parentId is not a field of a galaxy/],
    [{ kind: 'belt', count: 5, parentId: 'a', groupId: 'g' }, /groupId is not a field of a belt/],
    [
      { kind: 'belt', count: 5, parentId: 'a', position: { x: 1, y: 1, z: 1 } },
      /position is not a field of a belt/,
    ],
    [{ kind: 'belt', count: 5, parentId: 'a', innerRadius: 9, radius: 8 }, /innerRadius 9 .* radius 8/],
  ])('that are impossible are refused: %j', async (given, message) => {
    const { universes } = await lab();
    await expect(universes.send('u', { type: 'generate', ...given }, ANN)).rejects.toThrow(message);
  });
});

describe('generated bodies inside of others', () => {
  it.each([
    { kind: 'cluster', count: 100, radius: 0, position: { x: 1e15, y: 0, z: 0 } },
    { kind: 'galaxy', count: 100, radius: 10, position: { x: 1e15, y: 0, z: 0 } },
    { kind: 'system', count: 2 },
  ])('are applied with a warning: %j', async given => {
    const { universes } = await lab();
    await universes.send('u', addStar('sun', { mass: 2e30, radius: 7e5 }), ANN);
    const { warnings, revision } = await universes.send('u', { type: 'generate', ...given }, ANN);
    expect(revision).toBe(2);
    expect(warnings).toEqual([expect.stringMatching(/is inside ".*(radius|position)/)]);
  });

  it.each([
    { kind: 'cluster', count: 1_000 },
    { kind: 'galaxy', count: 1_000 },
    { kind: 'system', count: 8 },
  ])('are rare: %j', async given => {
    const { universes } = await lab();
    expect((await universes.send('u', { type: 'generate', ...given }, ANN)).warnings).toEqual([]);
  });
});

describe('a write after that of another principal', () => {
  it('learns that it replaced a value which changed since its last write', async () => {
    const { universes } = await lab();
    await universes.send('u', addStar('sun', { name: 'A', mass: 1 }), ANN);
    expect((await universes.send('u', rename('sun', 'B'), BOB)).warnings[0]).toBeUndefined();
    const { warnings } = await universes.send('u', rename('sun', 'C'), ANN);
    expect(warnings).toEqual([
      'name of "sun" was changed from "A" to "B" by bob at revision 2, after your last write (revision 1).',
    ]);
    expect((await universes.send('u', rename('sun', 'D'), ANN)).warnings).toEqual([]);
    const other = await universes.send('u', { type: 'updateStar', id: 'sun', payload: { mass: 5 } }, BOB);
    expect(other.warnings).toEqual([]);
  });

  it('fails with what changed if it expects a revision', async () => {
    const { universes } = await lab();
    await universes.send('u', addStar('sun', { mass: 1 }), ANN);
    await universes.send('u', rename('sun', 'B'), BOB);
    await expect(universes.send('u', rename('sun', 'C'), { ...ANN, ifRevision: 1 })).rejects.toThrow(
      'Since then: 2 updateStar sun (name "B") by bob.',
    );
  });
});

describe('a command with a probable mistake', () => {
  it.each([
    [{ orbitOffsetX: 9e9 }, /no mass.*1 kg/],
    [{ mass: 5, parentId: 'sun', orbitalDistance: 100 }, /"new" is inside "sun".*700000 km/],
    [{ mass: 5 }, /"new" is inside "sun"/],
  ])('is applied with a warning: %j', async (payload, warning) => {
    const { universes } = await lab();
    await universes.send('u', addStar('sun', { mass: 2e30, radius: 7e5 }), ANN);
    const { warnings, revision } = await universes.send('u', addStar('new', payload), ANN);
    expect(revision).toBe(2);
    expect(warnings.join('\n')).toMatch(warning);
  });

  it('has no warning if it is plausible', async () => {
    const { universes } = await lab();
    await universes.send('u', addStar('sun', { mass: 2e30, radius: 7e5, asteroidSubType: 'generic' }), ANN);
    const earth = { parentId: 'sun', mass: 6e24, radius: 6371, orbitalDistance: 1.5e8, comet: { tail: 1 } };
    expect((await universes.send('u', addStar('earth', earth), ANN)).warnings).toEqual([]);
  });
});

describe('a write that is not applied', () => {
  const NEBULA = { name: 'N', radius: 5 };
  const keys = async (universes: Universes) => {
    const { stars, groups, nebulae } = await stateOf(universes);
    return [stars, groups, nebulae].map(record => Object.keys(record));
  };
  const begun = async () => {
    const made = await lab();
    const state = {
      stars: { c: {}, a: {}, b: { parentId: 'a' } },
      groups: { h: {}, g: {} },
      nebulae: { z: NEBULA, y: NEBULA, x: NEBULA },
    };
    await made.universes.replace('u', state, undefined, ANN);
    return made;
  };
  const removals = [
    { type: 'removeStar', id: 'a' },
    { type: 'removeGroup', id: 'h' },
    { type: 'removeNebula', id: 'z' },
    { type: 'addStar', id: 'a', payload: { mass: 5 } },
  ];

  it.each([
    ['a dry run', { type: 'batch', commands: removals }, { dryRun: true as const }],
    ['a refused batch', { type: 'batch', commands: [...removals, rename('nobody', 'x')] }, {}],
    ['a refused undo', { type: 'undo', since: 1, mine: true }, {}],
  ])('leaves the order of all records as it was: %s', async (_title, command, options) => {
    const { universes } = await begun();
    if (command.type === 'undo') {
      await universes.send('u', rename('c', 'C'), ANN);
      await universes.send('u', rename('c', 'D'), BOB);
      await universes.send('u', addStar('d'), ANN);
      await universes.send('u', addStar('e'), BOB);
    }
    const before = await keys(universes);
    const sent = await universes.send('u', command, { ...ANN, ...options }).catch(error => error);
    expect(sent.revision === undefined || sent.digest !== undefined).toBe(true);
    await universes.send('u', addStar('f'), ANN);
    const [stars = [], ...others] = before;
    expect(await keys(universes)).toEqual([[...stars, 'f'], ...others]);
  });

  it('leaves no place for an id that it added', async () => {
    const { universes } = await begun();
    await universes.send('u', addStar('new'), { ...ANN, dryRun: true });
    await universes.send('u', addStar('first'), ANN);
    await universes.send('u', addStar('new'), ANN);
    await universes.send('u', { type: 'removeStar', id: 'c' }, ANN);
    await universes.send('u', addStar('c'), ANN);
    expect((await keys(universes))[0]).toEqual(['a', 'b', 'first', 'new', 'c']);
  });

  it('leaves the order as it was if the store refuses it', async () => {
    const { universes, journal } = await begun();
    const before = await keys(universes);
    journal.before.push(fails('unavailable'));
    await expect(universes.send('u', { type: 'removeStar', id: 'c' }, ANN)).rejects.toThrow();
    expect(await keys(universes)).toEqual(before);
  });
});

describe('a write that needs a confirmation', () => {
  const batch = (...commands: object[]) => ({ type: 'batch', commands });
  const added = (count: number, more: object = {}) =>
    Array.from({ length: count }, (_, number) => addStar(`p${number}`, { parentId: 'sun', ...more }));
  const system = (count: number) => batch(addStar('sun', { name: 'Sun' }), ...added(count));
  const removal = { type: 'removeStar', id: 'sun' };
  /** Whether the command was planned and not applied. */
  const asks = async (universes: Universes, command: object, caller = ANN) => {
    const { digest, receipt, beside } = await universes.send('u', command, caller);
    if (beside === undefined) expect(receipt === undefined).toBe(digest !== undefined);
    return digest !== undefined;
  };

  it('removes more than 20 things, and is applied as it was planned', async () => {
    const { universes, journal } = await lab();
    await universes.send('u', system(20), ANN);
    const { digest, revision } = await universes.send('u', removal, ANN);
    expect([digest, revision]).toEqual([
      (await universes.send('u', removal, { ...ANN, dryRun: true })).digest,
      1,
    ]);
    expect(journal.appends).toHaveLength(1);
    await universes.send('u', removal, { ...ANN, expectDigest: digest });
    expect((await stateOf(universes)).stars).toEqual({});
    await universes.send('u', system(19), ANN);
    expect(await asks(universes, removal)).toBe(false);
  });

  it('is not applied if the plan has changed since', async () => {
    const { universes } = await lab();
    await universes.send('u', system(21), ANN);
    const { digest } = await universes.send('u', removal, ANN);
    await universes.send('u', rename('p7', 'Seven'), BOB);
    await expect(universes.send('u', removal, { ...ANN, expectDigest: digest })).rejects.toMatchObject({
      kind: 'Conflict',
    });
  });

  it('overwrites more than 20 things; many values of few things need none, and neither do additions', async () => {
    const { universes } = await lab();
    expect(await asks(universes, system(60))).toBe(false);
    const renamed = (count: number) => batch(...added(count).map((_, n) => rename(`p${n}`, `N${n}`)));
    expect(await asks(universes, renamed(21))).toBe(true);
    expect(await asks(universes, renamed(20))).toBe(false);
    const one = batch(...Array.from({ length: 60 }, (_, n) => rename('p1', `X${n}`)));
    expect(await asks(universes, one)).toBe(false);
    expect(await asks(universes, batch(...added(20).map((_, n) => rename(`p${n}`, `N${n}`))))).toBe(false);
  });

  it('counts what a replacement, a restore and an undo of many lose, and not their kind', async () => {
    const { universes } = await lab();
    const replace = { type: 'replaceSnapshot', snapshot: { stars: { a: {} } } };
    expect(await asks(universes, replace)).toBe(false);
    expect(await asks(universes, { ...replace, snapshot: {} })).toBe(false);
    expect(await asks(universes, { type: 'restore', revision: 1 })).toBe(false);
    await universes.send('u', batch(...added(21, { parentId: null })), ANN);
    expect(await asks(universes, { ...replace, snapshot: {} })).toBe(true);
    expect(await asks(universes, batch(addStar('new'), { ...replace, snapshot: {} }))).toBe(true);
    expect(await asks(universes, { type: 'restore', revision: 1 })).toBe(true);
    for (let count = 0; count < 101; count++) await universes.send('u', { type: 'tick' }, ANN);
    expect(await asks(universes, { type: 'undo', since: 4 })).toBe(false);
    expect(await asks(universes, { type: 'undo', since: 1 })).toBe(true);
  });

  it('has another limit where the settings name one, which holds for bookmarks too', async () => {
    const { universes } = await lab(undefined, { confirmAbove: 0 });
    const mark = (name: string, revision: number) => ({ type: 'bookmark', name, revision });
    expect(await asks(universes, system(5))).toBe(false);
    expect(await asks(universes, rename('p1', 'One'))).toBe(true);
    expect(await asks(universes, { type: 'tick' })).toBe(false);
    expect(await asks(universes, mark('before', 0))).toBe(false);
    expect(await asks(universes, mark('before', 0))).toBe(false);
    expect(await asks(universes, mark('before', 1))).toBe(true);
    expect(await asks(universes, { type: 'bookmark', name: 'before', remove: true })).toBe(true);
    expect(await universes.bookmarks(await universes.open('u'))).toMatchObject([{ revision: 0 }]);
    const { digest } = await universes.send('u', mark('before', 1), { ...ANN, dryRun: true });
    await universes.send('u', mark('before', 1), { ...ANN, expectDigest: digest });
    expect(await universes.bookmarks(await universes.open('u'))).toMatchObject([{ revision: 1 }]);
    const generous = await lab(undefined, { confirmAbove: 1_000 });
    await generous.universes.send('u', system(200), ANN);
    expect(await asks(generous.universes, removal)).toBe(false);
  });

  describe('where it is an undo', () => {
    const undo = (more: object = {}) => ({ type: 'undo', ...more });

    it('is none for the newest write of the caller, and for the undo of that undo', async () => {
      const { universes } = await lab();
      await universes.send('u', system(30), ANN);
      await universes.send('u', { type: 'tick' }, BOB);
      for (const other of [BOB, { principal: 'eve' }])
        expect(await asks(universes, undo({ revision: 1 }), other)).toBe(true);
      expect(await asks(universes, undo({ revision: 1 }))).toBe(false);
      expect(await asks(universes, undo({ revision: 3 }))).toBe(false);
      expect(await asks(universes, undo({ revision: 4 }))).toBe(false);
      const { digest } = await universes.send('u', undo({ revision: 5 }), { ...ANN, dryRun: true });
      expect(digest).toBeDefined();
      expect(await asks(universes, undo({ since: 0, mine: true }))).toBe(false);
      expect((await stateOf(universes)).stars).toEqual({});
    });

    it('is none for the write before, when the newer ones are undone, by any principal', async () => {
      const { universes } = await lab();
      await universes.send('u', system(30), ANN);
      await universes.send('u', { type: 'tick' }, ANN);
      expect(await asks(universes, undo({ revision: 1 }))).toBe(true);
      await universes.send('u', undo({ revision: 2 }), BOB);
      expect(await asks(universes, undo({ revision: 1 }))).toBe(false);
    });

    it('is one for an older write, for several, and after the undo of an older one', async () => {
      const { universes } = await lab();
      await universes.send('u', addStar('sun'), ANN);
      await universes.send('u', { type: 'tick' }, ANN);
      await universes.send('u', batch(...added(30)), ANN);
      expect(await asks(universes, undo({ since: 1 }))).toBe(true);
      expect(await asks(universes, undo({ revision: 2 }))).toBe(false);
      expect(await asks(universes, undo({ revision: 3 }))).toBe(true);
    });
  });
});
