import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modern } from '../harness.js';
import { range } from './command-reader.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

const BODIES = 20_000;
const MAX_ANSWER = 64 * 1024;
const MAX_PICTURE = 100_000;

/** Systems of a star with nine planets, in groups of 100 systems; a star with half of all moons; long names and texts. */
function crowd(): object {
  const stars: [string, object][] = [];
  for (const n of range(0, BODIES - 1)) {
    const root = Math.floor(n / 10) * 10;
    const far = n >= BODIES / 2;
    const parentId = n === 0 || (n === root && !far) ? null : far ? 'b0' : `b${root}`;
    const name = n % 7 === 0 ? `"Körper" ${'\\'.repeat(100)} ${n}` : `Body ${n}`;
    const note = n === 42 ? 'x'.repeat(300_000) : undefined;
    stars.push([
      `b${n}`,
      {
        ...{ name, parentId, mass: ((n * 7_919) % 10_007) * 1e20, radius: 1 + (n % 700) },
        ...{ orbitalDistance: 1_000 * n, orbitalSpeed: 1e-6, ...(note !== undefined && { comet: { note } }) },
      },
    ]);
  }
  const groups = range(0, 9).map(number => [
    `g${number}`,
    {
      name: `Group ${number}`,
      children: range(0, 99).map(system => ({ id: `b${(number * 100 + system) * 10}`, type: 'system' })),
    },
  ]);
  return { stars: Object.fromEntries(stars), groups: Object.fromEntries(groups) };
}

let server: UniverseServer;
beforeAll(async () => {
  server = await startUniverse({ limits: { jsonMembers: 1_000_000, bodyBytes: 64 * 1024 * 1024 } });
  await server.rest.create('crowd', crowd());
  // Changes of any size: many small ones, one of a whole state, and one of a large entity.
  await server.rest.command(
    'crowd',
    range(100, 1_000).map(n => ({ type: 'updateStar', id: `b${n}`, payload: { mass: n, name: `New ${n}` } })),
  );
  await server.rest.put('/universes/crowd', { state: crowd() });
  await server.rest.command('crowd', { type: 'removeStar', id: 'b0' });
  await server.rest.post('/universes/crowd/undo', {});
  const large = { type: 'addStar', id: 'large', payload: { comet: { note: '"'.repeat(200_000) } } };
  await server.rest.command('crowd', large);
});
afterAll(() => server.close());

async function reply(
  method: string,
  params: Record<string, unknown>,
): Promise<{ bytes: number; result: Result }> {
  const { headers, body } = modern(method, params);
  const { text } = await server.rest.post('/mcp', body, headers);
  const message = JSON.parse(text) as { result?: Result; error?: object };
  if (message.result === undefined) throw new Error(JSON.stringify(message.error));
  return { bytes: Buffer.byteLength(text), result: message.result };
}

interface Result {
  readonly content: readonly { readonly type: string; readonly text: string; readonly data?: string }[];
  readonly structuredContent: Record<string, unknown> & { readonly revision: number };
  readonly contents: readonly { readonly text?: string; readonly blob?: string }[];
  readonly isError?: boolean;
}

const call = (args: object) =>
  reply('tools/call', { name: 'get_universe_state', arguments: { universeId: 'crowd', ...args } });

const QUESTIONS: readonly object[] = [
  {},
  { include: ['stars'] },
  { include: ['rootIds', 'groups'] },
  { include: ['stars', 'groups', 'time'] },
  { ids: range(0, 999).map(n => `b${n}`) },
  { ids: ['b0', 'b42', 'large'] },
  { ids: ['Body 1', 'no such body', 'b0'], fields: ['name', 'children'] },
  { ids: range(0, 999).map(n => `missing-${n}`) },
  { where: {} },
  { where: {}, limit: 1_000 },
  { where: {}, limit: 1_000, fields: ['name'] },
  { where: { text: 'xxx' } },
  { where: { name: '*körper*' }, limit: 1_000 },
  { where: { group: 'Group 3' }, limit: 1_000 },
  { where: { parent: 'b0' }, limit: 1_000, fields: ['name', 'mass'] },
  { where: { mass: { min: 1e23 } }, sort: '-mass' },
  { where: { children: { min: 1 } }, sort: '-children' },
  { include: ['stars', 'groups'], sort: 'name', limit: 1_000 },
  { at: '2030-01-01' },
  { at: 0, where: { parent: 'b0' }, limit: 1_000 },
  { from: 'b7', sort: 'distance', limit: 1_000 },
  { positionsOf: range(0, 199).map(n => `b${n}`), from: 'b3' },
  { since: 0 },
  { since: 0, limit: 1_000 },
  { since: 901 },
  { diff: [900, 902], limit: 1_000 },
  { diff: [902, 903], limit: 1_000 },
  { summary: true },
  { revision: 5 },
  { revision: 5, where: {}, limit: 1_000 },
  { revision: 903, ids: ['b0', 'b42'] },
];

const TITLED = QUESTIONS.map(question => [JSON.stringify(question).slice(0, 80), question] as const);

describe('an answer about a universe of 20,000 bodies', () => {
  it.each(TITLED)('has at most 64 KiB: %s', async (_title, question) => {
    const { bytes, result } = await call(question);
    expect(result.isError ?? false).toBe(false);
    expect(bytes).toBeLessThanOrEqual(MAX_ANSWER);
    expect(result.structuredContent.revision).toBeGreaterThan(0);
    expect(JSON.parse(result.content[0]?.text as string)).toEqual(result.structuredContent);
  });

  it.each(TITLED)('has at most the bytes that maxBytes allows: %s', async (_title, question) => {
    for (const maxBytes of [8 * 1024, 200 * 1024]) {
      const { bytes, result } = await call({ ...question, maxBytes });
      if (result.isError) expect(result.content[0]?.text).toMatch(/Hint: .*(maxBytes|include)/);
      expect(bytes).toBeLessThanOrEqual(maxBytes);
    }
  });

  it('is larger if maxBytes asks for more', async () => {
    const question = { where: {}, limit: 1_000 };
    const [small, large] = [await call(question), await call({ ...question, maxBytes: 500_000 })];
    expect(large.result.structuredContent.returned).toBeGreaterThan(
      3 * (small.result.structuredContent.returned as number),
    );
  });

  it('names the parts of a summary that it has no room for', async () => {
    const { result } = await call({ summary: true, maxBytes: 1_024 });
    expect(result.structuredContent.omitted).toEqual(expect.arrayContaining(['ask', 'roots']));
  });

  it.each([
    { where: {}, fields: ['name'] },
    { ids: ['b0', 'b1'] },
    { at: 0, where: { name: 'Body 1' }, from: 'b7' },
    { since: 0 },
  ])('that has no room for one item says which maxBytes works: %j', async question => {
    const { result } = await call({ ...question, maxBytes: 1_024 });
    expect(result.isError).toBe(true);
    const maxBytes = Number(/"maxBytes":(\d+)/.exec(result.content[0]?.text ?? '')?.[1]);
    expect(maxBytes).toBeLessThan(4_096);
    expect((await call({ ...question, maxBytes })).result.isError ?? false).toBe(false);
  });

  it('is the whole state if maxBytes allows what the summary says', async () => {
    const universeId = 'hundred';
    await server.rest.create(universeId, {
      stars: Object.fromEntries(range(1, 300).map(n => [`b${n}`, { name: `Body ${n}` }])),
    });
    const { note, stars } = (await call({ universeId })).result.structuredContent;
    expect(stars).toBeUndefined();
    const maxBytes = Number(/"maxBytes":(\d+)/.exec(note as string)?.[1]);
    const whole = (await call({ universeId, maxBytes })).result.structuredContent;
    expect(Object.keys(whole.stars as object)).toHaveLength(300);
  });
});

describe('the answer to a command in a universe of 20,000 bodies', () => {
  const send = (command: object, more: object) =>
    reply('tools/call', {
      name: 'send_universe_command',
      arguments: { universeId: 'commanded', command, ...more },
    });
  /** Many bodies are changed after the digest of a dry run alone. */
  const confirmed = async (command: object, more: object) => {
    const { digest } = (await send(command, { dryRun: true })).result.structuredContent;
    return send(command, { ...more, expectDigest: digest });
  };
  beforeAll(async () => {
    await server.rest.create('commanded', crowd());
  });

  const rename = { type: 'updateStar', id: 'b7', payload: { comet: { note: '"\u4e2d'.repeat(20_000) } } };
  const many = {
    type: 'batch',
    commands: range(100, 900).map(n => ({ type: 'updateStar', id: `b${n}`, payload: { name: `New ${n}` } })),
  };
  const undo = async () => {
    const { revision } = (await send(rename, {})).result.structuredContent;
    return { type: 'undo', revision };
  };
  const COMMANDS: Record<string, object | (() => Promise<object>)> = {
    rename,
    many,
    tick: { type: 'tick', dt: 5 },
    undo,
  };

  it.each(Object.entries(COMMANDS))(
    'has at most 64 KiB, or the bytes that maxBytes allows, with the state or the changes: %s',
    async (_type, made) => {
      for (const returning of ['state', 'changes', 'auto']) {
        for (const maxBytes of [undefined, 1_024, 8 * 1024, 200 * 1024]) {
          const given = { returning, ...(maxBytes !== undefined && { maxBytes }) };
          const command = typeof made === 'function' ? await made() : made;
          const { bytes, result } = await (maxBytes === 8 * 1024
            ? send(command, { ...given, dryRun: true })
            : confirmed(command, given));
          expect(result.isError ?? false).toBe(false);
          expect(bytes).toBeLessThanOrEqual(maxBytes ?? MAX_ANSWER);
          const { returned, note } = result.structuredContent;
          if (returning !== 'auto' && returned === 'summary')
            expect(note).toMatch(/maxBytes|universe:|get_universe_state|returning/);
        }
      }
    },
  );

  it('has all changes if maxBytes allows them', async () => {
    const short = (await confirmed(many, { returning: 'changes' })).result.structuredContent;
    expect(short).toMatchObject({
      returned: 'summary',
      note: expect.stringContaining('universe://commanded/changes'),
    });
    const { result } = await confirmed(many, { returning: 'changes', maxBytes: 1_000_000 });
    expect(result.structuredContent).toMatchObject({ returned: 'changes' });
  });
});

describe('pages', () => {
  it.each([
    { where: {}, fields: ['name'], limit: 1_000 },
    { where: { parent: 'b0' }, sort: '-mass', fields: ['mass'], limit: 777 },
    { where: { group: 'Group 3' }, sort: 'name' },
  ])('lead to each entity exactly once: %j', async question => {
    const seen: string[] = [];
    let total: unknown;
    for (let cursor: unknown; ; ) {
      const page = (await call({ ...question, ...(cursor !== undefined && { cursor }) })).result
        .structuredContent;
      const items = page.items as readonly { readonly id: string }[];
      expect(page.returned).toBe(items.length);
      seen.push(...items.map(({ id }) => id));
      [total, cursor] = [page.total, page.cursor];
      if (cursor === undefined) break;
    }
    expect(seen.length).toBe(total);
    expect(new Set(seen).size).toBe(total);
  });

  it('lead to the positions of each body exactly once', async () => {
    const seen = new Set<string>();
    let count = 0;
    for (let cursor: unknown; ; ) {
      const question = { at: 5, from: 'b7', sort: 'distance', where: { group: 'g0' }, limit: 300 };
      const page = (await call({ ...question, ...(cursor !== undefined && { cursor }) })).result
        .structuredContent;
      for (const { id } of page.bodies as readonly { readonly id: string }[]) seen.add(id);
      count += page.returned as number;
      if (page.cursor === undefined) {
        expect([count, seen.size]).toEqual([page.total, page.total]);
        break;
      }
      cursor = page.cursor;
    }
  });

  it('lead to each change exactly once, also while others are made', async () => {
    const seen: string[] = [];
    for (let cursor: unknown; ; ) {
      const question = { since: 901, limit: 1_000, ...(cursor !== undefined && { cursor }) };
      const page = (await call(question)).result.structuredContent;
      seen.push(...(page.changes as readonly { in: string; id: string }[]).map(one => `${one.in} ${one.id}`));
      if (page.cursor === undefined) {
        expect([new Set(seen).size, page.total]).toEqual([seen.length, seen.length]);
        break;
      }
      cursor = page.cursor;
      await server.rest.command('crowd', { type: 'updateStar', id: 'b5', payload: { mass: 77 } });
    }
  });

  it('lead to each of the ids exactly once', async () => {
    const ids = range(0, 999).map(n => `b${n}`);
    const seen: string[] = [];
    for (let cursor: unknown; ; ) {
      const page = (await call({ ids, ...(cursor !== undefined && { cursor }) })).result.structuredContent;
      seen.push(...Object.keys(page.stars as object));
      cursor = page.cursor;
      if (cursor === undefined) break;
    }
    expect(seen.sort()).toEqual(ids.sort());
  });
});

describe('a resource of a universe of 20,000 bodies', () => {
  const read = (uri: string) => reply('resources/read', { uri });

  it('has its state as a summary, and says how to go on', async () => {
    const { bytes, result } = await read('universe://crowd/state');
    expect(bytes).toBeLessThanOrEqual(MAX_ANSWER);
    expect(JSON.parse(result.contents[0]?.text as string)).toMatchObject({
      summary: { counts: { stars: BODIES + 1 } },
      ask: expect.arrayContaining([expect.objectContaining({ universeId: 'crowd' })]),
    });
  });

  it.each(['universe://crowd/changes', 'universe://crowd/history', 'universe://crowd/ephemeris'])(
    'has pages of at most 64 KiB: %s',
    async first => {
      let pages = 0;
      for (let next: string | undefined = first; next !== undefined && pages < 400; pages++) {
        const { bytes, result } = await read(next);
        expect(bytes).toBeLessThanOrEqual(MAX_ANSWER);
        next = (JSON.parse(result.contents[0]?.text as string) as { next?: string }).next;
      }
      expect(pages).toBeGreaterThan(1);
    },
  );
});

describe('a picture of a universe of 20,000 bodies', () => {
  it.each([{}, { focus: 'b70' }, { focus: 'b0', width: 2_400, height: 1_600 }, { width: 200, height: 200 }])(
    'has less than 100 KB with the text that describes it: %j',
    async picture => {
      const { bytes, result } = await call({ picture });
      expect(result.isError ?? false).toBe(false);
      expect(bytes).toBeLessThan(MAX_PICTURE);
      expect(result.content.map(({ type }) => type)).toEqual(['text', 'image']);
      expect(result.content[0]?.text).toMatch(/^PNG, \d+ x \d+ pixels, \d+ colours, \d+ bytes/);
      expect(
        Buffer.from(result.content[1]?.data ?? '', 'base64')
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG');
    },
  );

  it('has at most the bytes of maxBytes, also if these are the default of other answers', async () => {
    const { bytes } = await call({ picture: { width: 2_400, height: 1_600 }, maxBytes: 65_536 });
    expect(bytes).toBeLessThanOrEqual(65_536);
  });

  it('says that it is smaller than requested', async () => {
    const { result } = await call({ picture: { width: 2_400, height: 2_400 }, maxBytes: 20_000 });
    expect(result.content[0]?.text).toContain('smaller than requested');
  });
});
