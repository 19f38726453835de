import { APPS_EXTENSION, type JsonObject, REVISIONS } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { appView, MAX_APP_BYTES } from '../api/app-view.js';
import { tool } from '../api/tool.js';
import type { World } from '../api/world.js';
import { Lab } from '../kernel/lab.test.js';
import { structuredAnswer } from '../kit/structured-answer.js';

const MIME_TYPE = 'text/html;profile=mcp-app';
const APPS = { extensions: { [APPS_EXTENSION]: { mimeTypes: [MIME_TYPE] } } };
const HTML = `<!doctype html><title>Lab</title>${'x'.repeat(100_000)}`;

const world: Partial<World> = {
  tools: [
    tool({
      name: 'look',
      description: 'Looks.',
      access: 'read',
      meta: { 'example.org/a': 1 },
      ui: { resourceUri: 'ui://lab/view' },
      call: () => 'seen',
    }),
    tool({
      name: 'follow',
      description: 'Follows.',
      access: 'read',
      ui: { visibility: ['app'] },
      call: () => 'changes',
    }),
    tool({
      name: 'elsewhere',
      description: 'Has a view that the host does not have.',
      access: 'read',
      ui: { resourceUri: 'ui://worldwire/absent' },
      call: () => '',
    }),
  ],
  apps: [appView({ uri: 'ui://lab/view', name: 'view', title: 'The lab', html: () => HTML })],
};

const listed = async (lab: Lab, revision: (typeof REVISIONS)[number], capabilities = {}) =>
  (await lab.ask(lab.caller(revision, capabilities), 'tools/list')).result.tools as JsonObject[];

describe.each(REVISIONS.map(revision => [revision.id, revision] as const))('a view in %s', (_, revision) => {
  it('is named by its tool for a client that declares the extension and its type', async () => {
    const tools = await listed(new Lab(world), revision, APPS);
    expect(tools.map(({ name, _meta }) => [name, _meta])).toEqual([
      ['look', { 'example.org/a': 1, ui: { resourceUri: 'ui://lab/view' } }],
      ['follow', { ui: { visibility: ['app'] } }],
      ['elsewhere', undefined],
    ]);
  });

  it.each([
    ['nothing', {}],
    ['no type', { extensions: { [APPS_EXTENSION]: {} } }],
    ['another type', { extensions: { [APPS_EXTENSION]: { mimeTypes: ['text/uri-list'] } } }],
    ['what is no list', { extensions: { [APPS_EXTENSION]: { mimeTypes: MIME_TYPE } } }],
  ])('is not named for a client that declares %s, and its own tools are not shown', async (_, declared) => {
    const lab = new Lab(world);
    const tools = await listed(lab, revision, declared);
    expect(tools.map(({ name, _meta }) => [name, _meta])).toEqual([
      ['look', { 'example.org/a': 1 }],
      ['elsewhere', undefined],
    ]);
    const caller = lab.caller(revision, declared);
    expect((await lab.ask(caller, 'resources/list')).result.resources).toEqual([]);
    const { error } = await lab.callTool(caller, 'follow');
    expect(error.message).toContain(APPS_EXTENSION);
  });

  it('is listed and read with its type and a policy without any domain', async () => {
    const lab = new Lab(world);
    const caller = lab.caller(revision, APPS);
    const csp = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] };
    const _meta = { ui: { csp, prefersBorder: true } };
    expect((await lab.ask(caller, 'resources/list')).result.resources).toEqual([
      {
        uri: 'ui://lab/view',
        name: 'view',
        ...(revision.titles && { title: 'The lab' }),
        mimeType: MIME_TYPE,
        _meta,
      },
    ]);
    // Larger than the limit of other answers.
    expect((await lab.ask(caller, 'resources/read', { uri: 'ui://lab/view' })).result.contents).toEqual([
      { uri: 'ui://lab/view', mimeType: MIME_TYPE, _meta, text: HTML },
    ]);
  });

  it('leaves the answer of its tool as it is', async () => {
    const lab = new Lab(world);
    const answers = await Promise.all(
      [{}, APPS].map(declared => lab.callTool(lab.caller(revision, declared), 'look')),
    );
    expect(answers[0]?.result).toEqual(answers[1]?.result);
    expect(answers[0]?.result.content).toEqual([{ type: 'text', text: 'seen' }]);
  });

  it('learns from a result what the call was about, because some hosts lose the arguments', async () => {
    const named = tool({
      name: 'named',
      description: 'Looks at one.',
      access: 'read',
      subject: 'id',
      input: z.object({ id: z.string() }),
      ui: { resourceUri: 'ui://lab/view' },
      output: z.object({ revision: z.number() }),
      call: () => structuredAnswer({ revision: 4 }, { revision: 4 }),
    });
    const lab = new Lab({ ...world, tools: [named] });
    const metaFor = async (declared: object) =>
      (await lab.callTool(lab.caller(revision, declared), 'named', { id: 'a' })).result._meta;
    expect(await metaFor(APPS)).toMatchObject({ 'worldwire/revision': 4, 'worldwire/subject': 'a' });
    expect(await metaFor({})).not.toHaveProperty('worldwire/subject');
  });

  it('is announced by the server', async () => {
    const lab = new Lab(world);
    const { capabilities } =
      revision.era === 'request'
        ? (await lab.ask(lab.caller(revision), 'server/discover')).result
        : (lab.kernel.initialize(
            { protocolVersion: revision.id, capabilities: APPS, clientInfo: { name: 'a', version: '1' } },
            lab.caller(revision).who,
          ).result as JsonObject);
    const { extensions, resources } = capabilities as Record<string, JsonObject>;
    expect(extensions?.[APPS_EXTENSION]).toEqual({});
    expect(resources).toBeDefined();
  });
});

describe('the views of a world', () => {
  const view = { name: 'view', html: () => '' };

  it('have addresses of their own scheme', () => {
    expect(() => new Lab({ apps: [{ ...view, uri: 'https://example.org' }] })).toThrow('begins with ui://');
  });

  it('include the one that a tool names', () => {
    expect(() => new Lab({ ...world, apps: [] })).toThrow('look names the view ui://lab/view');
  });

  it('are at most 1.5 MB', async () => {
    const [revision] = REVISIONS;
    const html = () => 'x'.repeat(MAX_APP_BYTES + 1);
    const lab = new Lab({ apps: [{ ...view, uri: 'ui://lab/view', html }] });
    const { error } = await lab.ask(lab.caller(revision!, APPS), 'resources/read', { uri: 'ui://lab/view' });
    expect(error.message).toContain('the limit is 1500000');
  });

  it('are not offered where the host has none: the tools of views are not shown', async () => {
    const [revision] = REVISIONS;
    const follow = tool({
      name: 'follow',
      description: 'Follows.',
      access: 'read',
      ui: { visibility: ['app'] },
      call: () => '',
    });
    expect(await listed(new Lab({ tools: [follow] }), revision!, APPS)).toEqual([]);
  });
});
