import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '@worldwire/journal/sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ERAS } from '../universe/official-clients.js';
import { answer, each, type Facts, items, json, refusal } from './answers.js';
import { TAVERN_DOOR } from './saltmere.js';
import { visitSample } from './sample-visit.js';
import { ALL, startUnreal } from './unreal-server.js';

const KEY = 'worldwire/operationKey';
const IF_REVISION = 'worldwire/ifRevision';
const JOURNAL = 'unreal://journal';
const CALLER = expect.stringMatching(/^local \((sdk-v1|client-v2)\)$/);

const swing = (value: unknown) => ({ object: TAVERN_DOOR, property: 'OpenAngle', value });

describe.each(ERAS)('the writes of %s', (_era, visit) => {
  const at = visitSample(visit);

  /** Each write has two entries. */
  const revision = async () => (await json(at.client, JOURNAL)).revision as number;
  const actors = async () => (await answer(at.client, 'list_actors', { limit: 1 })).total;

  it('are in the journal, newest first, with caller, action and outcome', async () => {
    expect(await json(at.client, JOURNAL)).toEqual({ revision: 0, items: [] });
    await answer(at.client, 'set_property', swing(10), { [KEY]: 'first' });
    await refusal(at.client, 'set_property', swing('wide'));
    await answer(at.client, 'spawn_actor', { class: 'PointLight', name: 'New' });
    const journal = await json(at.client, JOURNAL);
    expect(journal.revision).toBe(6);
    expect(items(journal)).toMatchObject([
      { revision: 6, tool: 'spawn_actor', outcome: 'done', before: null, after: { name: 'New' } },
      { revision: 4, tool: 'set_property', outcome: 'failed', error: { kind: 'InvalidArgument' } },
      {
        revision: 2,
        tool: 'set_property',
        key: 'first',
        arguments: swing(10),
        principal: CALLER,
        outcome: 'done',
        before: 95,
        after: 10,
        provenance: 'sample',
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    ]);
  });

  it('are done once for one key: a retry gets the recorded outcome', async () => {
    const args = { class: 'PointLight', name: 'Once' };
    const [before, start] = [await actors(), await revision()];
    const first = await answer(at.client, 'spawn_actor', args, { [KEY]: 'once' });
    expect(first).not.toHaveProperty('replayed');
    const again = await answer(
      at.client,
      'spawn_actor',
      { name: 'Once', class: 'PointLight' },
      { [KEY]: 'once' },
    );
    expect(again).toEqual({ ...first, replayed: true });
    expect(await actors()).toBe((before as number) + 1);
    expect(await revision()).toBe(start + 2);
  });

  it('are done once when retries run at the same time', async () => {
    const before = await actors();
    const all = await Promise.all(
      Array.from({ length: 8 }, () =>
        answer(at.client, 'spawn_actor', { class: 'PointLight' }, { [KEY]: 'k' }),
      ),
    );
    expect(new Set(all.map(({ after }) => (after as Facts).path)).size).toBe(1);
    expect(all.filter(({ replayed }) => replayed !== true)).toHaveLength(1);
    expect(await actors()).toBe((before as number) + 1);
  });

  it('of one key with other arguments or another tool are a conflict', async () => {
    await answer(at.client, 'set_property', swing(20), { [KEY]: 'mine' });
    for (const [name, args] of [
      ['set_property', swing(21)],
      ['log_message', { message: 'x' }],
    ] as const) {
      expect(await refusal(at.client, name, args, { [KEY]: 'mine' })).toMatch(
        /^Conflict: This operation key was used for another request\.\nHint: Send a new operationKey/,
      );
    }
    expect(
      (await answer(at.client, 'get_property', { object: TAVERN_DOOR, property: 'OpenAngle' })).value,
    ).toBe(20);
  });

  it('that failed fail again with the same message under the same key', async () => {
    const start = await revision();
    const first = await refusal(at.client, 'destroy_actor', { path: `${TAVERN_DOOR}9` }, { [KEY]: 'f' });
    const again = await refusal(at.client, 'destroy_actor', { path: `${TAVERN_DOOR}9` }, { [KEY]: 'f' });
    expect(again.split('\n')[0]).toBe(first.split('\n')[0]);
    expect(again).toContain('Use a new key to try again');
    expect(await revision()).toBe(start);
  });

  it('succeed on the expected revision only', async () => {
    const { revision: start } = await answer(at.client, 'get_editor_state');
    const first = await at.client.call('set_property', swing(30), { [IF_REVISION]: start });
    const now = first._meta?.['worldwire/revision'] as number;
    expect(first.structuredContent).toMatchObject({ after: 30, revision: now });
    // The entries of a failed write are between.
    expect(now).toBe((start as number) + 4);
    const text = await refusal(at.client, 'set_property', swing(31), { [IF_REVISION]: start });
    expect(text).toContain(`Conflict: The journal is at revision ${now} instead of ${start}. Since then: `);
    expect(text).toMatch(new RegExp(`${now} set_property by local \\((sdk-v1|client-v2)\\), done`));
    expect(await answer(at.client, 'set_property', swing(32), { [IF_REVISION]: now })).toMatchObject({
      before: 30,
      after: 32,
    });
  });

  it.each([
    [{ [KEY]: 'x'.repeat(256) }],
    [{ [KEY]: 'a\u0000b' }],
    [{ [IF_REVISION]: -1 }],
    [{ [IF_REVISION]: 'soon' }],
  ])('with a key or a revision that is none are refused: %j', async meta => {
    const start = await revision();
    expect(await refusal(at.client, 'set_property', swing(40), meta)).toMatch(
      /^InvalidArgument: (operationKey|ifRevision) \(or _meta/,
    );
    expect(await revision()).toBe(start);
  });

  it('and their keys survive a restart with a journal file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'worldwire-journal-'));
    const file = join(folder, 'unreal.sqlite');
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const serve = async () => startUnreal({ grants: ALL, journal: await openSqlite(file) });
    const first = await serve();
    const before = await visit(first.url);
    const spawned = await answer(before, 'spawn_actor', { class: 'PointLight' }, { [KEY]: 'lasting' });
    const kept = await json(before, JOURNAL);
    await before.close();
    await first.close();

    const second = await serve();
    const after = await visit(second.url);
    expect(await json(after, JOURNAL)).toEqual(kept);
    expect(await answer(after, 'get_editor_state')).toMatchObject({ revision: 2 });
    expect(await answer(after, 'spawn_actor', { class: 'PointLight' }, { [KEY]: 'lasting' })).toEqual({
      ...spawned,
      replayed: true,
    });
    expect(await refusal(after, 'spawn_actor', { class: 'Note' }, { [KEY]: 'lasting' })).toMatch(
      /^Conflict: /,
    );
    expect(await answer(after, 'set_property', swing(50))).toMatchObject({ revision: 4 });
    expect(each(await json(after, JOURNAL), 'revision')).toEqual([4, 2]);
    await after.close();
    await second.close();
  });
});
