import { json, type WebRequest, type WebRoute } from '@worldwire/server';
import type { Mount } from '@worldwire/transports/http';
import { expect, it } from 'vitest';
import { below } from './below.js';

const route = (path: string, status = 200): WebRoute => ({
  method: 'GET',
  path,
  access: 'read',
  answer: () => json(status, { paths: {} }),
});

async function bodyOf(mounts: readonly Mount[], path: string): Promise<unknown> {
  const found = mounts[0]?.routes?.find(each => each.path === path);
  const answer = await found?.answer({} as WebRequest);
  return JSON.parse((answer as { body: string }).body);
}

const mounts = [{ path: '/mcp', routes: [route('/openapi.json'), route('/plants')] }] as never as Mount[];

it('a world below its name has its paths there, and its routes keep theirs for the audit', () => {
  const [mount] = below('garden', mounts);
  expect(mount).toMatchObject({ path: '/garden/mcp', prefix: '/garden' });
  expect(mount?.routes?.map(({ path }) => path)).toEqual(['/openapi.json', '/plants']);
});

it('the description of its HTTP interface names the place, below any path of a proxy', async () => {
  const document = (await bodyOf(below('garden', mounts), '/openapi.json')) as { servers: { url: string }[] };
  expect(document).toEqual({ paths: {}, servers: [{ url: '../garden' }] });
  const { url } = document.servers[0] as { url: string };
  expect(new URL(url, 'https://worlds.example/sub/garden/openapi.json').pathname).toBe('/sub/garden');
  expect(await bodyOf(below('garden', mounts), '/plants')).toEqual({ paths: {} });
  expect(await bodyOf(mounts, '/openapi.json')).toEqual({ paths: {} });
});

it('a failure of the description stays as it is', async () => {
  const failing = [{ path: '/mcp', routes: [route('/openapi.json', 503)] }] as never as Mount[];
  expect(await bodyOf(below('garden', failing), '/openapi.json')).toEqual({ paths: {} });
});
