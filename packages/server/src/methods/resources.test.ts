import { REVISIONS } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { resource, template } from '../api/resource.js';
import type { World } from '../api/world.js';
import { WorldError } from '../api/world-error.js';
import { type Exchange, Lab } from '../kernel/lab.test.js';

const ICONS = [{ src: 'https://example.org/i.png' }];
const world: Partial<World> = {
  resources: [
    resource({
      uri: 'lab://log',
      name: 'log',
      title: 'The log',
      description: 'What happened.',
      mimeType: 'text/plain',
      annotations: { priority: 1 },
      icons: ICONS,
      size: 5,
      meta: { 'example.org/a': 1 },
      cache: { ttlMs: 1_000, scope: 'public' },
      read: () => 'hello',
    }),
    resource({
      uri: 'lab://photo',
      name: 'photo',
      read: () => ({ body: Uint8Array.of(0xff, 0), mimeType: 'image/png' }),
    }),
    resource({ uri: 'lab://gone', name: 'gone', read: () => undefined }),
    resource({
      uri: 'lab://broken',
      name: 'broken',
      read: () => {
        throw new TypeError('hunter2');
      },
    }),
    resource({
      uri: 'lab://locked',
      name: 'locked',
      read: () => Promise.reject(new WorldError('NotReady', 'Still loading.', 'Wait a second.')),
    }),
    resource({ uri: 'lab://room/attic', name: 'attic', read: () => 'the one attic' }),
  ],
  templates: [
    template({
      uriTemplate: 'lab://room/{name}',
      name: 'room',
      title: 'A room',
      mimeType: 'text/plain',
      icons: ICONS,
      read: ({ name }) => {
        if (name === 'cellar') throw new WorldError('NotFound', 'The cellar is walled up.', 'Try the attic.');
        if (name === 'vault') throw new WorldError('NotFound', 'There is no vault.', 'Wait.');
        return name === 'void' ? undefined : `room ${name}`;
      },
    }),
    template({
      uriTemplate: 'lab://find{?text,limit}',
      name: 'find',
      read: ({ text, limit }) => `${text}/${limit}`,
    }),
    template({
      uriTemplate: 'lab://files/{+path}',
      name: 'files',
      list: () => [{ uri: 'lab://files/a/b', name: 'a/b' }],
      read: ({ path }) => `file ${path}`,
    }),
  ],
};

describe('resources/list', () => {
  it.each(REVISIONS)('shows what stands there and what templates list ($id)', async revision => {
    const lab = new Lab(world);
    const { resources } = (await lab.ask(lab.caller(revision), 'resources/list')).result;
    expect(resources).toHaveLength(7);
    expect(resources).toMatchObject({
      0: {
        uri: 'lab://log',
        name: 'log',
        description: 'What happened.',
        mimeType: 'text/plain',
        annotations: { priority: 1 },
        size: 5,
        _meta: { 'example.org/a': 1 },
      },
      6: { uri: 'lab://files/a/b', name: 'a/b' },
    });
  });

  it.each(REVISIONS)('shows titles since 2025-06-18 and icons since 2025-11-25 ($id)', async revision => {
    const lab = new Lab(world);
    const { resources } = (await lab.ask(lab.caller(revision), 'resources/list')).result;
    const templates = (await lab.ask(lab.caller(revision), 'resources/templates/list')).result
      .resourceTemplates;
    for (const list of [resources, templates] as unknown as Record<string, unknown>[][]) {
      expect(list[0]?.title !== undefined).toBe(revision.id >= '2025-06-18');
      expect(list[0]?.icons !== undefined).toBe(revision.id >= '2025-11-25');
    }
  });
});

describe('resources/read', () => {
  const read = async (uri: string, revision = REVISIONS[0]!, options = {}) => {
    const lab = new Lab(world, options);
    return { lab, ...(await lab.ask(lab.caller(revision), 'resources/read', { uri })) };
  };

  it.each(REVISIONS)('gives text as text and bytes as Base64, with their type ($id)', async revision => {
    expect((await read('lab://log', revision)).result.contents).toEqual([
      { uri: 'lab://log', mimeType: 'text/plain', text: 'hello' },
    ]);
    expect((await read('lab://photo', revision)).result.contents).toEqual([
      { uri: 'lab://photo', mimeType: 'image/png', blob: '/wA=' },
    ]);
  });

  it.each(REVISIONS)('fills the variables of a template ($id)', async revision => {
    const texts = async (uri: string) => (await read(uri, revision)).result.contents;
    expect(await texts('lab://room/caf%C3%A9')).toMatchObject([
      { uri: 'lab://room/caf%C3%A9', text: 'room café' },
    ]);
    expect(await texts('lab://find?limit=3&text=a%20b')).toMatchObject([{ text: 'a b/3' }]);
    expect(await texts('lab://files/a/b/c.txt')).toMatchObject([{ text: 'file a/b/c.txt' }]);
  });

  it('prefers a resource of its own to a template that fits too', async () => {
    expect((await read('lab://room/attic')).result.contents).toMatchObject([{ text: 'the one attic' }]);
  });

  it.each(REVISIONS)(
    'has the words of a reader that found nothing, under the same code ($id)',
    async revision => {
      const code = revision.id >= '2026-07-28' ? -32602 : -32002;
      const uri = 'lab://room/cellar';
      expect((await read(uri, revision)).error).toEqual({
        code,
        message: 'The cellar is walled up.',
        data: { uri, kind: 'NotFound', hint: 'Try the attic.' },
      });
      expect((await read('lab://room/vault', revision)).error.data).toEqual({
        uri: 'lab://room/vault',
        kind: 'NotFound',
        hint: 'Wait.',
      });
    },
  );

  it.each(REVISIONS)(
    'answers -32002 before 2026-07-28 and -32602 since, with the URI, where there is nothing ($id)',
    async revision => {
      const code = revision.id >= '2026-07-28' ? -32602 : -32002;
      for (const uri of [
        'lab://nowhere',
        'lab://gone',
        'lab://room/void',
        'lab://room/a/b',
        'lab://find?x=1',
        '',
      ]) {
        expect((await read(uri, revision)).error).toMatchObject({ code, data: { uri } });
      }
    },
  );

  it.each(REVISIONS)('refuses a URI over the limit ($id)', async revision => {
    const limits = { uriBytes: 20 };
    const exact = `lab://room/${'a'.repeat(9)}`;
    expect((await read(exact, revision, { limits })).result.contents).toMatchObject([{ uri: exact }]);
    expect((await read(`${exact}a`, revision, { limits })).error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('20 bytes'),
    });
  });

  it('counts bytes, not characters, against the limit of a URI', async () => {
    const uri = `lab://room/${'é'.repeat(5)}`;
    expect((await read(uri, REVISIONS[0], { limits: { uriBytes: 21 } })).result).toBeDefined();
    expect((await read(uri, REVISIONS[0], { limits: { uriBytes: 20 } })).error).toMatchObject({
      code: -32602,
    });
  });

  it('needs a URI', async () => {
    const lab = new Lab(world);
    for (const uri of [undefined, 7, null, ['lab://log']]) {
      const { error } = await lab.ask(
        lab.session('2025-11-25'),
        'resources/read',
        uri === undefined ? {} : { uri },
      );
      expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('params.uri') });
    }
  });

  it.each(REVISIONS)(
    'passes on a failure the world names, and keeps a bug to the log ($id)',
    async revision => {
      expect((await read('lab://locked', revision)).error).toEqual({
        code: -32603,
        message: 'Still loading.',
        data: { kind: 'NotReady', hint: 'Wait a second.' },
      });
      const { lab, error } = await read('lab://broken', revision);
      expect(error.code).toBe(-32603);
      expect(JSON.stringify(error)).not.toContain('hunter2');
      expect(lab.errors).toHaveLength(1);
    },
  );
});

describe('resources/subscribe', () => {
  const subscribe = (lab: Lab, uri: string, session = lab.session('2025-11-25')): Exchange =>
    lab.send(session, 'resources/subscribe', { uri });

  it('takes resources and what templates match, and nothing else', async () => {
    const lab = new Lab(world);
    expect((await subscribe(lab, 'lab://log').answer()).result).toEqual({});
    expect((await subscribe(lab, 'lab://room/attic').answer()).result).toEqual({});
    expect((await subscribe(lab, 'lab://nowhere').answer()).error.code).toBe(-32002);
  });

  it('is of the session era alone', async () => {
    const lab = new Lab(world);
    for (const revision of REVISIONS) {
      for (const method of ['resources/subscribe', 'resources/unsubscribe']) {
        const answer = await lab.ask(lab.caller(revision), method, { uri: 'lab://log' });
        if (revision.id >= '2026-07-28') expect(answer.error.code).toBe(-32601);
        else expect(answer.result).toEqual({});
      }
    }
  });
});
