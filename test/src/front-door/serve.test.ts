import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ServeOptions } from 'worldwire';
import { temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { auditOf, call, connect, garden, serveHere } from './garden.js';

const TOKEN = 'a-token-of-sixteen-characters';

describe('serve()', () => {
  it('serves a world of one’s own to a real client, and stops with close()', async () => {
    const { url, endpoints, close } = await serveHere(garden());
    expect(endpoints).toEqual([{ world: 'garden', url }]);
    const client = await connect(url);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['look']);
    expect(await call(client, 'look')).toBe('rose');
    await client.close();
    await close();
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  it('refuses writes until they are allowed, and records both in the audit', async () => {
    const closed = await serveHere(garden());
    expect(await call(await connect(closed.url), 'plant', { flower: 'lily' })).toMatch(
      /^error: .*--allow writes/s,
    );
    await closed.close();
    expect(await auditOf(closed.data)).toContainEqual(expect.objectContaining({ outcome: 'denied' }));
    const open = await serveHere(garden(), { allow: ['writes'] });
    expect(await call(await connect(open.url), 'plant', { flower: 'lily' })).toBe('2 flowers');
    await open.close();
    expect(await auditOf(open.data)).toContainEqual(expect.objectContaining({ outcome: 'done' }));
  });

  it('lets readOnly win over allow', async () => {
    const { url } = await serveHere(garden(), { allow: ['writes'], readOnly: true });
    expect(await call(await connect(url), 'plant', { flower: 'lily' })).toMatch(/^error: .*--read-only/s);
  });

  it('refuses web pages of other origins and other Host names', async () => {
    const { url } = await serveHere(garden(), { origin: ['https://console.example'] });
    const post = (headers: Record<string, string>) =>
      fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' });
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({ origin: 'https://console.example' })).status).not.toBe(403);
  });

  it('demands a token where there is a token file', async () => {
    const tokenFile = join(await temporaryFolder(), 'tokens.txt');
    await writeFile(tokenFile, `ann ${TOKEN}\n`, { mode: 0o600 });
    const { url } = await serveHere(garden(), { tokenFile });
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
    const client = await connect(url, { authorization: `Bearer ${TOKEN}` });
    expect(await call(client, 'look')).toBe('rose');
  });

  it('applies limits and features', async () => {
    const { url } = await serveHere(garden(), {
      limits: { bodyBytes: 1_000 },
      features: { tools: ['look'] },
    });
    const body = JSON.stringify({ text: 'x'.repeat(1_000) });
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(413);
    const { tools } = await (await connect(url)).listTools();
    expect(tools.map(({ name }) => name)).toEqual(['look']);
  });

  it('serves several worlds, each at its own port', async () => {
    const { endpoints } = await serveHere({ front: garden('front'), back: { world: garden('back') } });
    expect(endpoints.map(({ world }) => world)).toEqual(['front', 'back']);
    for (const { url } of endpoints) expect(await call(await connect(url), 'look')).toBe('rose');
  });

  it.each([
    [undefined, 'The first argument of serve() is not a world: it is undefined'],
    [[], 'it is empty'],
    [{ name: 'my garden', version: '1' }, '"name" must be a word'],
    [{ name: 'garden' }, '"version" must be a text'],
    [{ name: 'garden', version: '1', tools: {} }, '"tools" must be a list'],
    [{ name: 'universe', version: '1' }, 'named "universe", which is the name of a part of worldwire'],
    [[garden(), garden()], 'Two worlds are named "garden". Rename one of them.'],
  ])('refuses %j', async (worlds, says) => {
    await expect(serveHere(worlds as never)).rejects.toThrow(says);
  });

  it.each([
    [{ tokenFle: 'x' }, 'serve(): unknown key "tokenFle". Did you mean tokenFile?'],
    [{ readOnly: 'yes' }, 'serve(): "readOnly" must be true or false'],
    [{ allow: ['write'] }, 'Did you mean writes?'],
    [{ host: '0.0.0.0' }, 'Binding 0.0.0.0 makes the server reachable from other machines'],
    [{ tlsCert: 'cert.pem' }, 'belong together'],
    [{ limits: { bodyBites: 1 } }, 'unknown limit "bodyBites". Did you mean bodyBytes?'],
    [{ features: { tools: ['loook'] } }, 'no tools are called "loook"'],
    [{ port: { meadow: 0 } }, '"meadow" is not served here'],
  ])('refuses the options %j', async (options, says) => {
    await expect(serveHere(garden(), options as ServeOptions)).rejects.toThrow(says);
  });

  it('names a port that is taken, and closes the world', async () => {
    const { url } = await serveHere(garden());
    const close = vi.fn();
    const port = Number(new URL(url).port);
    await expect(
      serveHere([garden('meadow', close), garden('pond', close)], { port: { meadow: port, pond: 0 } }),
    ).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken`);
    expect(close).toHaveBeenCalledTimes(2);
  });
});
