import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';
import { defineWorld, type Served, type ServeOptions, serve, tool, type World, type Worlds } from 'worldwire';
import { z } from 'zod';
import { temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';

/** A world as an author writes it: one tool that reads and one that writes. */
export function garden(name = 'garden', close = () => {}): World {
  const flowers: string[] = ['rose'];
  return defineWorld({
    name,
    version: '1.0.0',
    tools: [
      tool({
        name: 'look',
        description: 'Lists the flowers.',
        access: 'read',
        call: () => flowers.join(', '),
      }),
      tool({
        name: 'plant',
        description: 'Plants a flower.',
        access: 'write',
        input: z.object({ flower: z.string() }),
        call: ({ flower }) => `${flowers.push(flower)} flowers`,
      }),
    ],
    close: async () => close(),
  });
}

/** Serves worlds until the test ends, with a data folder of its own. */
export async function serveHere(
  worlds: Worlds,
  options: ServeOptions = {},
): Promise<Served & { readonly data: string }> {
  const data = await temporaryFolder();
  const served = await serve(worlds, { port: 0, logLevel: 'silent', data, ...options });
  onTestFinished(() => served.close());
  return { ...served, data };
}

/** A real client, connected until the test ends. */
export async function connect(url: string, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'visitor', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await client.connect(transport as never);
  onTestFinished(() => client.close());
  return client;
}

export async function call(client: Client, name: string, args: object = {}): Promise<string> {
  const result = await client.callTool({ name, arguments: { ...args } });
  const [first] = result.content as [{ text: string }];
  return `${result.isError ? 'error: ' : ''}${first.text}`;
}

export async function auditOf(data: string): Promise<readonly Record<string, unknown>[]> {
  const text = await readFile(join(data, 'audit.jsonl'), 'utf8');
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Record<string, unknown>);
}
