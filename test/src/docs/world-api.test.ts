import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import garden from '@worldwire/examples/garden/routes';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Served, serve } from 'worldwire';
import { z } from 'zod';
import { modern } from '../harness.js';

const anything = z.looseObject({});

let server: Served;
let data: string;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'worldwire-garden-'));
  server = await serve(garden, { port: 0, data, allow: ['writes'], logLevel: 'silent' });
});
afterAll(async () => {
  await server.close();
  await rm(data, { recursive: true, force: true });
});

async function connect(
  mode: 'auto' | 'legacy',
  capabilities: ClientOptions['capabilities'] = {},
): Promise<Client> {
  const client = new Client({ name: 'docs', version: '1' }, { capabilities, versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  onTestFinished(() => client.close());
  return client;
}

describe.each(['auto', 'legacy'] as const)(
  'the examples of docs/world-api.md, for a client in mode %s',
  mode => {
    it('tool: returns structured content, and an error with the names that exist', async () => {
      const client = await connect(mode);
      const read = (bed: string) => client.callTool({ name: 'read_moisture', arguments: { bed } });
      expect((await read('herbs')).structuredContent).toEqual({ bed: 'herbs', moisture: 0.7 });
      expect(await read('tulips')).toMatchObject({
        isError: true,
        content: [{ text: 'NotFound: There is no bed "tulips".\nHint: Beds: roses, herbs.' }],
      });
    });

    it('guards: a dry run changes nothing, its digest applies exactly that plan, and the undo line works as it is', async () => {
      const client = await connect(mode);
      const call = async (name: string, args: object) => {
        const { content } = await client.callTool({ name, arguments: { ...args } });
        return (content as { text: string }[])[0]?.text ?? '';
      };
      const set = (more: object) => call('set_moisture', { bed: 'herbs', moisture: 0.5, ...more });
      const plan = JSON.parse(await set({ dryRun: true }));
      expect(plan).toMatchObject({ before: 0.7, after: 0.5, dryRun: true });
      expect(await set({ expectDigest: 'other' })).toMatch(/^Conflict: The plan of this write differs/);
      const key = `once-${mode}`;
      const written = JSON.parse(await set({ expectDigest: plan.digest, operationKey: key }));
      expect(written).toMatchObject({
        before: 0.7,
        after: 0.5,
        undo: `undo_write {"revision":${written.revision}}`,
      });
      const again = JSON.parse(await set({ expectDigest: plan.digest, operationKey: key }));
      expect(again).toMatchObject({ revision: written.revision, replayed: true });
      const [tool = '', args = ''] = written.undo.split(/ (.*)/);
      const undone = JSON.parse(await call(tool, JSON.parse(args)));
      expect(undone.undone).toMatchObject([{ what: 'the moisture of herbs', before: 0.5, after: 0.7 }]);
      expect(await call(tool, JSON.parse(args))).toContain(`was undone by revision ${undone.revision}`);
      const { items } = JSON.parse(await call('list_writes', { limit: 2 }));
      expect(items).toMatchObject([
        { revision: undone.revision, tool: 'undo_write', outcome: 'done' },
        {
          revision: written.revision,
          tool: 'set_moisture',
          arguments: { bed: 'herbs', moisture: 0.5 },
          undoneBy: undone.revision,
        },
      ]);
      expect(JSON.parse(await call('read_moisture', { bed: 'herbs' }))).toMatchObject({ moisture: 0.7 });
    });

    it('resource and template: are listed, read and completed', async () => {
      const client = await connect(mode);
      const { resources } = await client.listResources();
      expect(resources.map(({ uri }) => uri)).toEqual(
        expect.arrayContaining(['garden://overview', 'garden://beds/roses', 'garden://beds/herbs']),
      );
      const { contents } = await client.readResource({ uri: 'garden://beds/herbs' });
      expect(contents).toMatchObject([
        { mimeType: 'application/json', text: '{"bed":"herbs","moisture":0.7}' },
      ]);
      await expect(client.readResource({ uri: 'garden://beds/tulips' })).rejects.toThrow(/not found/i);
      const ref = { type: 'ref/resource', uri: 'garden://beds/{bed}' } as const;
      const { completion } = await client.complete({ ref, argument: { name: 'bed', value: 'he' } });
      expect(completion.values).toEqual(['herbs']);
    });

    it('prompt: fills in its argument', async () => {
      const client = await connect(mode);
      const { messages } = await client.getPrompt({ name: 'plan_watering', arguments: { bed: 'roses' } });
      expect(messages).toMatchObject([
        { role: 'user', content: { text: expect.stringContaining('of roses') } },
      ]);
    });

    it('event: notifies a client that subscribed to the resource', async () => {
      const client = await connect(mode);
      const uri = 'garden://beds/roses';
      const updated = new Promise(resolve => {
        client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri));
      });
      if (mode === 'legacy') await client.subscribeResource({ uri });
      else await client.listen({ resourceSubscriptions: [uri] });
      await client.callTool({ name: 'water', arguments: { bed: 'roses', litres: 1 } });
      expect(await updated).toBe(uri);
    });

    it('progress: reports every step', async () => {
      const client = await connect(mode);
      const steps: unknown[] = [];
      const { content } = await client.callTool(
        { name: 'inspect_all' },
        { onprogress: ({ progress, total }) => steps.push([progress, total]) },
      );
      expect(content).toEqual([{ type: 'text', text: 'Inspected 2 beds.' }]);
      expect(steps[0]).toEqual([1, 2]);
    });

    it('elicitation: asks the user, and keeps the bed when the user declines', async () => {
      const client = await connect(mode, { elicitation: {} });
      const questions: string[] = [];
      client.setRequestHandler('elicitation/create', ({ params }) => {
        questions.push(params.message);
        return { action: 'decline' };
      });
      const result = await client.callTool({ name: 'clear_bed', arguments: { bed: 'roses' } });
      expect(questions).toEqual(['Remove roses and its plants?']);
      expect(result).toMatchObject({ isError: true });
      const silent = await connect(mode);
      await expect(silent.callTool({ name: 'clear_bed', arguments: { bed: 'roses' } })).rejects.toThrow(
        /elicitation/,
      );
    });

    it('task: runs in place for a client without the tasks extension', async () => {
      const client = await connect(mode);
      const { content } = await client.callTool({ name: 'compost', arguments: { litres: 4 } });
      expect(content).toEqual([{ type: 'text', text: '2 litres of compost.' }]);
    });
  },
);

it('task: is polled by a client with the tasks extension', async () => {
  // The official client does not have this extension yet.
  const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
  const request = async (method: string, params: Record<string, unknown>) => {
    const answer = await fetch(server.url, modern(method, params, { capabilities }));
    return ((await answer.json()) as { result: Record<string, unknown> }).result;
  };
  const { taskId } = await request('tools/call', { name: 'compost', arguments: { litres: 4 } });
  await expect
    .poll(() => request('tasks/get', { taskId }), { interval: 20 })
    .toMatchObject({
      status: 'completed',
      result: { content: [{ text: '2 litres of compost.' }] },
    });
});

it('skill: is listed, and its files are resources', async () => {
  const client = await connect('auto');
  const { skills } = await client.request(
    { method: 'skills/list' },
    z.looseObject({ skills: z.array(anything) }),
  );
  expect(skills).toMatchObject([{ frontmatter: { name: 'pruning' } }]);
  const { contents } = await client.readResource({ uri: 'skill://pruning/SKILL.md' });
  expect(contents).toMatchObject([{ text: expect.stringContaining('Cut above an outward bud.') }]);
  expect((await client.readResource({ uri: 'skill://pruning/references/TOOLS.md' })).contents).toHaveLength(
    1,
  );
});

it('view: is named by its tool and read, for a client that declares the extension', async () => {
  const mimeTypes = ['text/html;profile=mcp-app'];
  const client = await connect('auto', { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes } } });
  const { tools } = await client.listTools();
  expect(tools.find(({ name }) => name === 'show_beds')?._meta).toEqual({
    ui: { resourceUri: 'ui://garden/beds' },
  });
  const { contents } = await client.readResource({ uri: 'ui://garden/beds' });
  expect(contents).toMatchObject([
    { mimeType: mimeTypes[0], text: expect.stringContaining('ui/initialize') },
  ]);
});

it('routes: answer plain HTTP requests', async () => {
  const found = await fetch(`${new URL(server.url).origin}/beds/herbs`);
  expect(await found.json()).toEqual({ bed: 'herbs', moisture: 0.7 });
  expect((await fetch(`${new URL(server.url).origin}/beds/tulips`)).status).toBe(404);
});
