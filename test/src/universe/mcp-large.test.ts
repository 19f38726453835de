import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Change, Universe } from '../../../worlds/universe/src/domain/index.js';
import { range } from './command-reader.js';
import { ERAS, parsed, said, type Visitor } from './official-clients.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

const BODIES = 4_000;
/** More than an agent should get unasked. */
const MUCH = 64 * 1024;
const KEY = { 'worldwire/operationKey': 'op-1' };

/** A sun with many planets, larger than a result of the server may be. */
const crowd = {
  stars: Object.fromEntries(
    range(1, BODIES).map(number => [`body-${number}`, { parentId: number === 1 ? null : 'body-1' }]),
  ),
};

interface Page {
  readonly revision: number;
  readonly items: readonly {
    readonly revision: number;
    readonly command: { readonly type: string; readonly omitted?: object };
    readonly events: readonly Record<string, unknown>[];
    readonly changes: readonly Change[];
    readonly of?: number;
  }[];
  readonly bodies: readonly { readonly id: string }[];
  readonly next?: string;
}

describe.each(ERAS)('large results for %s', (_era, visit) => {
  let server: UniverseServer;
  let visitor: Visitor;
  beforeEach(async () => {
    server = await startUniverse({ limits: { resultBytes: 500_000 } });
    await server.rest.create('u-1');
    visitor = await visit(server.url);
  });
  afterEach(async () => {
    await visitor.close();
    await server.close();
  });

  const send = (command: object, more: object = {}, meta?: Record<string, unknown>) =>
    visitor.call('send_universe_command', { universeId: 'u-1', command, ...more }, meta);
  /** A large removal needs the digest of its dry run. */
  const sendPlanned = async (command: object, more: object = {}) => {
    const { digest } = parsed(await send(command, { dryRun: true }));
    return send(command, { ...more, expectDigest: digest });
  };
  const replace = { type: 'replaceSnapshot', snapshot: crowd };
  /** Every page from an address on. */
  const pages = async (uri: string): Promise<Page[]> => {
    const found: Page[] = [];
    for (let next: string | undefined = uri; next !== undefined; next = found.at(-1)?.next) {
      const { text } = await visitor.read(next);
      expect(text.length).toBeLessThan(MUCH);
      found.push(JSON.parse(text) as Page);
    }
    return found;
  };
  const stateFrom = async (uri: string) => {
    const copy = Universe.empty();
    for (const { items } of await pages(uri)) for (const { changes } of items) copy.replay(changes);
    return copy.snapshot();
  };
  const state = async () => (await server.rest.get('/universes/u-1')).body.state;

  it.each(['auto', 'state', 'changes'])(
    'does not make a command that is done look undone, now or when it is retried: returning %s',
    async returning => {
      for (const replayed of [undefined, true]) {
        const result = await send(replace, { returning }, KEY);
        expect(result.isError ?? false).toBe(false);
        expect(said(result).length).toBeLessThan(MUCH);
        const answer = parsed(result);
        expect(answer).toMatchObject({
          revision: 1,
          returned: 'summary',
          changeCount: 2 * BODIES + 1,
          events: [{ type: 'snapshotReplaced', stars: BODIES }],
        });
        expect(answer.replayed).toBe(replayed);
        expect(answer.changes).toBeUndefined();
        expect(answer.note).toContain('universe://u-1/changes?since=0');
      }
      expect(await stateFrom('universe://u-1/changes?since=0')).toEqual(await state());
    },
  );

  it('is shortened unless it was requested', async () => {
    await server.rest.put('/universes/u-1', { state: crowd });
    await server.rest.command(
      'u-1',
      range(2, 1_001).map(number => ({ type: 'detachStar', childId: `body-${number}` })),
    );
    const remove = { type: 'removeStar', id: 'body-1' };
    const brief = await sendPlanned(remove);
    expect(said(brief).length).toBeLessThan(MUCH);
    const { events, returned, changeCount } = parsed(brief);
    expect(returned).toBe('summary');
    expect(changeCount).toBeGreaterThan(2_999);
    const [event] = events;
    expect(event).toMatchObject({ type: 'starRemoved', id: 'body-1' });
    const { length: shown } = (event as { removedIds: string[] } | undefined)?.removedIds ?? [];
    expect(shown).toBeGreaterThan(10);
    expect(event?.omitted).toEqual({ removedIds: `${BODIES - 1_000 - shown} more` });
    expect(await stateFrom('universe://u-1/changes')).toEqual(await state());

    await server.rest.put('/universes/u-1', { state: { stars: { sun: {} } } });
    const planets = range(1, 800).map(number => ({
      type: 'addStar',
      id: `planet-${number}`,
      payload: { parentId: 'sun' },
    }));
    await server.rest.command('u-1', planets);
    const all = { returning: 'changes', maxBytes: 1_000_000 };
    const whole = parsed(await sendPlanned({ type: 'removeStar', id: 'sun' }, all));
    expect(whole).toMatchObject({ returned: 'changes' });
    expect(whole.events[0]?.removedIds).toHaveLength(801);
    expect(whole.changes.length).toBeGreaterThan(800);
  });

  it('is shortened if the state is small and the event is large', async () => {
    await server.rest.put('/universes/u-1', { state: crowd });
    const result = await sendPlanned({ type: 'removeStar', id: 'body-1' });
    const { returned, nextState } = parsed(result);
    expect(returned).toBe('state');
    expect(nextState?.stars).toEqual({});
    expect(said(result).length).toBeLessThan(MUCH);
  });

  it.each(['auto', 'state', 'changes'])(
    'is told briefly where it is many small events: returning %s',
    async returning => {
      const fields = Object.fromEntries(
        range(1, 3_000).map(number => [`field-${number}`, { hostStarId: 'sun' }]),
      );
      await server.rest.put('/universes/u-1', { state: { stars: { sun: {} }, smallBodyFields: fields } });
      const result = await sendPlanned({ type: 'removeStar', id: 'sun' }, { returning });
      expect(result.isError ?? false).toBe(false);
      expect(said(result).length).toBeLessThan(MUCH);
      const { events, revision } = parsed(result);
      expect(revision).toBe(2);
      expect(events[0]).toMatchObject({ type: 'starRemoved', id: 'sun' });
      expect(events.at(-1)).toEqual({ type: 'omitted', more: 3_001 - (events.length - 1) });
      const found = await pages('universe://u-1/changes?since=1');
      // The pages have more of them than the answer.
      const paged = found[0]?.items[0]?.events;
      expect(paged?.slice(0, events.length - 1)).toEqual(events.slice(0, -1));
      expect(await stateFrom('universe://u-1/changes')).toEqual(await state());
      const [newest] = (await pages('universe://u-1/history')).flatMap(({ items }) => items);
      expect(newest?.events).toEqual(paged);
    },
  );

  it('is read in pages: many small revisions, and large ones between them', async () => {
    const note = 'x'.repeat(2_000);
    await server.rest.command(
      'u-1',
      range(1, 60).map(number => ({ type: 'addStar', id: `s-${number}`, payload: { comet: { note } } })),
    );
    await server.rest.put('/universes/u-1', { state: crowd });
    await server.rest.command('u-1', { type: 'tick', dt: 1 });
    const found = await pages('universe://u-1/changes');
    const revisions = found.flatMap(({ items }) => items.map(({ revision }) => revision));
    expect([...new Set(revisions)]).toEqual(range(1, 62));
    expect(await stateFrom('universe://u-1/changes')).toEqual(await state());
    const parts = found.flatMap(({ items }) => items).filter(({ revision }) => revision === 61);
    expect(parts.reduce((sum, { changes }) => sum + changes.length, 0)).toBe(parts[0]?.of);
    expect(parts[0]?.command).toMatchObject({
      type: 'replaceSnapshot',
      omitted: { snapshot: expect.stringContaining('characters') },
    });
    const history = await pages('universe://u-1/history');
    expect(history.flatMap(({ items }) => items.map(({ revision }) => revision))).toEqual(
      range(1, 62).reverse(),
    );
  });

  it('is read in pages: the places of many bodies', async () => {
    await server.rest.put('/universes/u-1', { state: crowd });
    const found = await pages('universe://u-1/ephemeris?t=5');
    const { bodies } = (await server.rest.get('/universes/u-1/ephemeris?t=5')).body;
    expect(found.length).toBeGreaterThan(1);
    expect(found.flatMap(page => page.bodies)).toEqual(bodies);
  });

  it.each([
    'universe://u-1/changes?since=0&from=1',
    'universe://u-1/changes?since=0&from=x',
    'universe://u-1/history?cursor=-1',
    'universe://u-1/ephemeris?from=1.5',
  ])('has no page where there is none: %s', async uri => {
    await expect(visitor.read(uri)).rejects.toMatchObject({ code: -32602 });
  });
});
