import { describe, expect, it } from 'vitest';
import { ApprovedServer, factsOf, textOf, tokenOf } from '../../../apps/worldwire/src/testing/approvals.js';

const SEND = 'send_universe_command';
const STAR = { bodyType: 'star', mass: 3e29, radius: 2e5 };

function of(command: object): object {
  return { universeId: 'sol', command };
}

function start(rule: string, flags: readonly string[] = []): Promise<ApprovedServer> {
  return ApprovedServer.start('universe', { flags: ['--allow', 'writes', '--approve', rule, ...flags] });
}

function rest(
  server: ApprovedServer,
  method: string,
  path: string,
  body?: object,
  key?: string,
): Promise<Response> {
  return fetch(new URL(path, server.url), {
    method,
    headers: {
      authorization: `Bearer ${tokenOf('agent')}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function stateOf(server: ApprovedServer, id: string): Promise<unknown> {
  return (await rest(server, 'GET', `/universes/${id}`)).json();
}

describe('--approve destructive in the universe', () => {
  const KEEPS: readonly object[] = [
    { type: 'addStar', id: 'dwarf', payload: STAR },
    { type: 'tick', dt: 1 },
    { type: 'addGroup', id: 'g', payload: { name: 'G' } },
  ];
  const LOSES: readonly object[] = [
    { type: 'removeStar', id: 'phobos' },
    { type: 'updateStar', id: 'earth', payload: { name: 'Terra' } },
    { type: 'setNebulae', nebulae: [] },
    { type: 'setSmallBodyFields', fields: [] },
    { type: 'setProtoplanetaryDisks', disks: [] },
    { type: 'attachStar', childId: 'moon', parentId: 'mars' },
    { type: 'removeRing', planetId: 'saturn' },
    { type: 'replaceSnapshot', snapshot: { stars: {}, rootIds: [] } },
  ];

  it('lets calls wait that remove or overwrite something, and no others, over MCP', async () => {
    const server = await start('destructive');
    for (const command of KEEPS) expect((await server.send(SEND, of(command))).isError).not.toBe(true);
    const calls = LOSES.map(command => server.send(SEND, of(command)));
    const waiting = await server.waiting(LOSES.length);
    expect(waiting.every(({ destructive }) => destructive)).toBe(true);
    for (const { id } of waiting) await server.decide(id, { approve: false, reason: 'Keep it.' });
    for (const call of calls) expect(textOf(await call)).toContain('Keep it.');
  });

  it('refuses the same writes over REST, with the way over MCP, and no others', async () => {
    const server = await start('destructive');
    const post = (body: object) => rest(server, 'POST', '/universes/sol/commands', body);
    for (const command of KEEPS) expect((await post(command)).status).toBe(200);
    const before = await stateOf(server, 'sol');
    for (const command of [...LOSES, [KEEPS[1], LOSES[0]]]) {
      const refused = await post(command as object);
      expect([command, refused.status]).toEqual([command, 403]);
      expect(await refused.text()).toMatch(
        /would remove or overwrite something.*Nothing was changed.*Over MCP a write waits for the decision/s,
      );
    }
    expect(await stateOf(server, 'sol')).toEqual(before);
    const records = await server.audit();
    expect(records.filter(({ outcome }) => outcome === 'denied')).toHaveLength(LOSES.length + 1);
    expect(records.filter(({ outcome }) => outcome === 'done')).toHaveLength(KEEPS.length);
  });

  it('decides on each write route by its effect', async () => {
    const server = await start('destructive');
    const status = async (...request: [string, string, object?]) => (await rest(server, ...request)).status;
    // Each of the second row would lose what the first one made.
    const made = [
      await status('POST', '/universes', { id: 'new', name: 'New' }),
      await status('POST', '/universes/new/commands', { type: 'addStar', id: 'a', payload: STAR }),
      await status('PUT', '/universes/new', { name: 'New' }),
    ];
    expect(made).toEqual([201, 200, 200]);
    const lost = [
      await status('POST', '/universes/new/undo', {}),
      await status('PUT', '/universes/new', { name: 'Other' }),
      await status('PUT', '/universes/new', { state: { stars: {}, rootIds: [] } }),
      await status('DELETE', '/universes/new'),
      await status('DELETE', '/constructor/universes/new'),
      await status('PUT', '/constructor/universes/new', { name: 'Other' }),
      await status('POST', '/constructor/universes/new/commands', { type: 'removeStar', id: 'a' }),
    ];
    expect(lost).toEqual([403, 403, 403, 403, 403, 403, 403]);
    expect(await status('DELETE', '/universes/none')).toBe(404);
    expect(await stateOf(server, 'new')).toMatchObject({ revision: 1 });
  });

  it('answers a retry of a REST write with what was recorded', async () => {
    const server = await start('destructive');
    const add = () =>
      rest(server, 'POST', '/universes/sol/commands', { type: 'addStar', id: 'a', payload: STAR }, 'k-1');
    expect([(await add()).status, (await add()).headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  });

  it('runs writes that keep everything, although others change the same value meanwhile', async () => {
    const server = await start('destructive');
    const adds = Array.from({ length: 20 }, () => server.send(SEND, of({ type: 'tick', dt: 1 })));
    const failed = (await Promise.all(adds)).filter(({ isError }) => isError === true);
    expect(failed.map(textOf)).toEqual([]);
  });
});

describe('a plan that a person sees', () => {
  it('says in one sentence what is removed, names all of it, and how it is undone', async () => {
    const server = await start('destructive');
    const answer = server.send(SEND, of({ type: 'removeStar', id: 'saturn' }));
    const shown = await server.lastOf(1);
    expect(shown).toMatchObject({
      sentence: 'Removes Saturn and 7 moons.',
      totals: { removes: 8, overwrites: 0, changes: 0, adds: 0 },
      about: { universe: 'sol', command: 'removeStar' },
      undo: expect.stringContaining('undo'),
    });
    expect(shown.items?.[0]).toEqual({ what: 'removes', subject: 'Saturn (saturn, planet)' });
    expect(shown.items).toHaveLength(8);
    expect([shown.cut, shown.unlisted, typeof shown.digest]).toEqual([undefined, undefined, 'string']);
    await server.decide(shown.id);
    expect((await answer).isError).not.toBe(true);
  });

  it('has removals first, wherever an agent put them', async () => {
    const server = await start('destructive');
    const recolour = (id: string) => ({ type: 'updateStar', id, payload: { color: '#ff0000' } });
    const commands = [
      ...['mercury', 'venus', 'earth', 'mars', 'jupiter', 'uranus'].map(recolour),
      { type: 'removeStar', id: 'phobos' },
      { type: 'removeStar', id: 'deimos' },
    ];
    const answer = server.send(SEND, of({ type: 'batch', commands }));
    const { id, items, totals, sentence } = await server.lastOf(1);
    expect(items?.map(({ what }) => what)).toEqual([
      ...Array(2).fill('removes'),
      ...Array(6).fill('overwrites'),
    ]);
    expect(totals).toMatchObject({ removes: 2, overwrites: 6 });
    expect(sentence).toMatch(/^Removes Phobos and Deimos/);
    await server.decide(id, { approve: false, reason: 'No.' });
    await answer;
  });

  it('of a destroyed object of unity names it, and all that goes with it', async () => {
    const flags = ['--allow', 'writes', '--approve', 'destructive'];
    const unity = await ApprovedServer.start('unity', { flags });
    const found = await unity.send('SearchObjects', { query: 'Turret', limit: 1 });
    const [object] = (found.structuredContent as { Items: { Id: string }[] }).Items;
    const answer = unity.send('DestroyObject', { objectId: object?.Id });
    const shown = await unity.lastOf(1);
    expect(shown.sentence).toMatch(/^Deletes Turret.* and \d+ objects below it\.$/);
    const below = Number(/(\d+) objects below/.exec(shown.sentence as string)?.[1]);
    expect(shown).toMatchObject({ totals: { removes: below + 1 }, destructive: true });
    expect(shown.items).toHaveLength(below + 1);
    expect(shown).not.toHaveProperty('unlisted');
    await unity.decide(shown.id, { approve: false, reason: 'No.' });
    expect((await answer).isError).toBe(true);
  });
});

describe('settings of unity', () => {
  it('wait for a person where they open a gate, also by reading the file again', async () => {
    const allow = ['writes', 'remote-config'].flatMap(what => ['--allow', what]);
    const unity = await ApprovedServer.start('unity', { flags: [...allow, '--approve', 'destructive'] });
    const change = (to: object) => unity.send('SetConfig', to, 'coder');
    expect((await change({ allowWrites: false })).isError).not.toBe(true);
    const answers = [{ allowWrites: true }, { restart: true }].map(change);
    const waiting = await unity.waiting(2);
    for (const { id, sentence } of waiting) {
      expect(sentence).toBe('Changes allowWrites from false to true.');
      await unity.decide(id, { approve: false, reason: 'Keep it closed.' });
    }
    for (const answer of answers) expect(textOf(await answer)).toContain('Keep it closed.');
    expect((await unity.send('GetConfig', {})).structuredContent).toMatchObject({ allowWrites: false });
  });
});

describe('an approval', () => {
  const rename = (name: string) => of({ type: 'updateStar', id: 'earth', payload: { name } });
  const nameOf = async (server: ApprovedServer, id = 'earth') =>
    /"name":"([^"]*)"/.exec(
      JSON.stringify(
        (await server.send('get_universe_state', { universeId: 'sol', ids: [id] })).structuredContent,
      ),
    )?.[1];

  it('names the plan that was shown: without its digest or with another, it is refused and nothing runs', async () => {
    const server = await start('writes');
    const answer = server.send(SEND, rename('Terra'));
    const { id, digest } = await server.lastOf(1);
    const decide = (decision: object) => server.ann.send('POST', `approvals/${id}`, decision);
    const without = await decide({ approve: true });
    expect([without.status, await without.text()]).toEqual([400, expect.stringContaining('Send the digest')]);
    const other = await decide({ approve: true, digest: 'AAAAAAAAAAAAAAAAAAAAAA' });
    expect([other.status, await other.text()]).toEqual([409, expect.stringContaining('send its digest')]);
    expect(await nameOf(server)).toBe('Earth');
    expect((await decide({ approve: true, digest })).status).toBe(200);
    expect((await answer).isError).not.toBe(true);
  });

  it('of a plan longer than the list needs that all of it was opened', async () => {
    const server = await start('destructive');
    const cluster = { type: 'generate', kind: 'cluster', count: 400, seed: 1, id: 'swarm' };
    expect((await server.send(SEND, of(cluster))).isError).not.toBe(true);
    const answer = server.send(SEND, of({ type: 'undo', revision: 1 }));
    const shown = await server.lastOf(1);
    const { id } = shown;
    expect([shown.digest, shown.cut?.shown, shown.items?.length]).toEqual([undefined, 50, 50]);
    expect(shown.cut?.total).toBeGreaterThanOrEqual(400);
    expect(shown.sentence).toContain('400');
    expect(await server.decide(id, { approve: true })).toBe(400);
    const page = (offset: number) => server.ann.get(`approvals/${id}/plan?offset=${offset}`);
    let at = await page(0);
    const last = await page(at.nextOffset ?? 0);
    expect(at.digest === undefined || at.nextOffset === undefined).toBe(true);
    const seen = [...at.items];
    for (; at.nextOffset !== undefined; ) {
      expect(at.digest).toBeUndefined();
      at = await page(at.nextOffset);
      seen.push(...at.items);
    }
    expect(seen).toHaveLength(shown.cut?.total as number);
    expect(last).toBeDefined();
    expect(await server.decide(id, { approve: true, digest: at.digest })).toBe(200);
    expect((await answer).isError).not.toBe(true);
  });

  it('of 20,002 changes says their number, and names all of them on its pages, removals first', async () => {
    const server = await start('destructive');
    const galaxy = { type: 'generate', kind: 'galaxy', count: 20_000, seed: 1, id: 'whirl' };
    expect((await server.send(SEND, of(galaxy))).isError).not.toBe(true);
    const renamed = server.send(SEND, of({ type: 'updateStar', id: 'earth', payload: { name: 'Terra' } }));
    expect(await server.decide((await server.lastOf(1)).id)).toBe(200);
    expect((await renamed).isError).not.toBe(true);
    const command = of({ type: 'undo', since: 0 });
    const answer = server.send(SEND, command);
    const shown = await server.lastOf(1);
    const { id, sentence, totals, unlisted, cut } = shown;
    expect(totals).toEqual({ removes: 20_001, overwrites: 1, changes: 0, adds: 0 });
    expect(sentence).toBe('Removes 1 group and 20000 stars, overwrites name of Terra.');
    const { items, total, digest } = await server.readPlan(id);
    expect(cut).toEqual({ shown: 50, total: 20_002 });
    expect([unlisted, new Set(items.map(({ subject }) => subject)).size, total]).toEqual([
      undefined,
      20_002,
      20_002,
    ]);
    expect(items.map(({ what }) => what).lastIndexOf('removes')).toBe(items.length - 2);
    expect(items.at(-1)).toMatchObject({ what: 'overwrites', subject: 'Terra (earth, planet)' });
    const all = { returning: 'changes', maxBytes: 16 * 1024 * 1024, dryRun: true };
    const { changes } = factsOf(await server.send(SEND, { ...command, ...all }));
    const removed = (changes as readonly { op: string }[]).filter(({ op }) => op === 'remove');
    expect(removed).toHaveLength(20_001);
    expect(await server.decide(id, { approve: true, digest })).toBe(200);
    expect((await answer).isError).not.toBe(true);
  });

  it('with other arguments needs their plan, and the audit and the stream have what ran', async () => {
    const server = await start('writes');
    const stream = await server.stream();
    const answer = server.send(SEND, rename('Terra'));
    const { id, digest } = await server.lastOf(1);
    const edited = of({ type: 'removeStar', id: 'phobos' });
    const decide = (decision: object) =>
      server.ann.status('POST', `approvals/${id}`, { approve: true, ...decision });
    expect(await decide({ arguments: edited })).toBe(400);
    expect(await decide({ arguments: edited, digest })).toBe(409);
    const plan = await server.planOf(id, edited);
    expect(plan).toMatchObject({ edit: 1, sentence: 'Removes Phobos.', about: { command: 'removeStar' } });
    const guarded = await server.planOf(id, { ...edited, ifRevision: 1 });
    expect(guarded.error.message).toContain('Unknown argument "ifRevision".');
    // It names only what a person can change.
    expect(guarded.error.message).not.toMatch(/Did you mean|dryRun/);
    expect(await decide({ arguments: rename('Tellus'), digest: plan.digest })).toBe(409);
    expect(await decide({ digest: plan.digest })).toBe(409);
    expect([await nameOf(server), await nameOf(server, 'phobos')]).toEqual(['Earth', 'Phobos']);
    expect(await decide({ arguments: edited, digest: plan.digest })).toBe(200);
    expect(textOf(await answer)).toMatch(/other arguments: .*removeStar/);
    expect(await nameOf(server)).toBe('Earth');
    await stream.until('event: approved');
    expect(stream.text).toMatch(/event: approved\ndata: .*Removes Phobos\./);
    const records = await server.audit();
    const calls = records.filter(({ tool, kind }) => tool === SEND && kind === undefined);
    for (const record of calls) {
      expect(record).toMatchObject({ about: { command: 'removeStar' }, planDigest: plan.digest });
      expect(JSON.stringify(record)).not.toContain('Terra');
    }
    expect(calls.at(-1)).toMatchObject({ outcome: 'done' });
    const approved = records.find(({ what }) => what === 'approved');
    expect(approved?.details).toMatchObject({ planDigest: plan.digest });
  });

  it('with other arguments is void if the world changed since their plan', async () => {
    const server = await start('writes');
    const answer = server.send(SEND, of({ type: 'tick', dt: 1 }));
    const first = await server.lastOf(1);
    const edited = rename('Tellus');
    const { digest } = await server.planOf(first.id, edited);
    const other = server.send(SEND, rename('Gaia'), 'other');
    await server.decide((await server.lastOf(2)).id);
    await other;
    expect(await server.decide(first.id, { approve: true, arguments: edited, digest })).toBe(200);
    expect(textOf(await answer)).toContain('the approval is void');
    expect(await nameOf(server)).toBe('Gaia');
  });

  it('plans no arguments that are invalid or that the caller may not use, and not for the caller', async () => {
    const server = await start('writes', []);
    const answer = server.send(SEND, rename('Terra'));
    const { id } = await server.lastOf(1);
    const plan = async (body: object, token = tokenOf('op')) =>
      (await server.ann.as(token).send('POST', `approvals/${id}/plan`, body)).status;
    expect(await plan({ arguments: { universeId: 7 } })).toBe(400);
    expect(await plan({ arguments: of({ type: 'removeStar', id: 'nowhere' }) })).toBe(400);
    expect(await plan({})).toBe(400);
    expect(await plan({ arguments: rename('X') }, tokenOf('agent'))).toBe(403);
    await server.ann.send('POST', 'stop', { principal: 'agent' });
    expect(await plan({ arguments: rename('X') })).toBe(403);
    await server.ann.send('POST', 'resume', { principal: 'agent' });
    await server.decide(id, { approve: false, reason: 'No.' });
    await answer;
    expect(await plan({ arguments: rename('X') })).toBe(404);
  });
});
