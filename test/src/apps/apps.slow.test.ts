import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Program } from '../../../apps/worldwire/src/testing/program.js';
import { APPS, CLIENTS, type HostClient } from './apps-clients.js';

const MIME_TYPE = 'text/html;profile=mcp-app';
const MAX_ZIPPED = 350 * 1024;
/** The tools that show a view, and those that only views see. */
const WORLDS = [
  {
    world: 'universe',
    view: 'ui://worldwire/universe',
    shown: ['get_universe_state', 'send_universe_command'],
    own: ['follow_universe'],
  },
  {
    world: 'unity',
    view: 'ui://worldwire/scene',
    shown: ['SearchObjects', 'GetObject', 'SetActive', 'SetMember'],
    own: ['FollowScene'],
  },
  {
    world: 'unreal',
    view: 'ui://worldwire/asset',
    shown: ['describe_asset', 'get_references', 'get_asset_picture', 'get_blueprint_contents'],
    own: ['follow_asset'],
  },
] as const;
/** Namespaces are names and no addresses. */
const NAMESPACES = /http:\/\/www\.w3\.org\/[\w/]+/g;

/** As it was built. */
function documentOf(view: string): string {
  const name = view.slice(view.lastIndexOf('/') + 1);
  return readFileSync(new URL(`../../../apps/console/dist/app/${name}.html`, import.meta.url), 'utf8');
}

describe.each(WORLDS)('the views of $world', ({ world, view, shown, own }) => {
  describe.each(CLIENTS)('seen by %s', (_, connect) => {
    const open = async (capabilities: object): Promise<HostClient> => {
      const program = new Program(['serve', world, '--port', '0', '--json', '--allow', 'writes']);
      const client = await connect(await program.url(), capabilities);
      onTestFinished(() => client.close());
      return client;
    };

    it('are named by their tools, listed and read, for a client that declares the extension', async () => {
      const client = await open(APPS);
      const tools = await client.tools();
      const uiOf = (name: string) => tools.find(tool => tool.name === name)?._meta?.ui;
      for (const name of shown) expect(uiOf(name)).toEqual({ resourceUri: view });
      for (const name of own) expect(uiOf(name)).toEqual({ visibility: ['app'] });
      expect(await client.resources()).toContainEqual(
        expect.objectContaining({ uri: view, mimeType: MIME_TYPE }),
      );
      const { mimeType, text, _meta } = await client.read(view);
      expect(mimeType).toBe(MIME_TYPE);
      expect(text).toBe(documentOf(view));
      expect(_meta?.ui).toMatchObject({ csp: { connectDomains: [], resourceDomains: [] } });
    });

    it('do not appear for a client that does not declare it', async () => {
      const client = await open({});
      const tools = await client.tools();
      expect(JSON.stringify(tools)).not.toContain('ui://');
      for (const name of own) {
        expect(tools.map(tool => tool.name)).not.toContain(name);
        await expect(client.call(name, {})).rejects.toThrow('io.modelcontextprotocol/ui');
      }
      expect(JSON.stringify(await client.resources())).not.toContain('ui://');
    });
  });
});

describe.each(WORLDS)('the document of $world', ({ view }) => {
  const html = documentOf(view);

  it('has at most 350 KB compressed', () => {
    expect(gzipSync(html, { level: 9 }).length).toBeLessThan(MAX_ZIPPED);
  });

  it('loads nothing: no address, no import, one script and one style sheet of its own', () => {
    expect(html).toMatch(/^<!doctype html>/);
    expect(html.match(/<(link|img|iframe|object|embed|base|script[^>]+src)/gi)).toBeNull();
    expect(html.match(/<script>/g)).toHaveLength(1);
    expect(html.match(/<style>/g)).toHaveLength(1);
    expect(html.replaceAll(NAMESPACES, '').match(/\b(https?|wss?):\/\/[^\s"'`]+/g)).toBeNull();
    expect(html).not.toMatch(/@import|\bimport\(|\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon/);
  });

  it('makes no HTML from text', () => {
    expect(html).not.toMatch(/insertAdjacentHTML|document\.write|\beval\(|new Function/);
  });
});
