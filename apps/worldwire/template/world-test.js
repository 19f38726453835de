import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { serve } from 'worldwire';
import world from './world.js';

const client = new Client({ name: 'test', version: '1.0.0' });
let data;
let server;

before(async () => {
  data = await mkdtemp(join(tmpdir(), 'my-world-'));
  server = await serve(world, { port: 0, data, allow: ['writes'], logLevel: 'silent' });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
});

after(async () => {
  await client.close();
  await server.close();
  await rm(data, { recursive: true });
});

test('a note that was written can be read', async () => {
  await call('write_note', { title: 'rain', text: 'Bring an umbrella.' });
  assert.equal(await call('read_note', { title: 'rain' }), 'Bring an umbrella.');
});

test('a missing note is an error that names the others', async () => {
  await assert.rejects(call('read_note', { title: 'snow' }), /There is no note "snow".*welcome/s);
});

async function call(name, args) {
  const { content, isError } = await client.callTool({ name, arguments: args });
  if (isError) throw new Error(content[0].text);
  return content[0].text;
}
