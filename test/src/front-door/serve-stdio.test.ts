import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { auditOf, call } from './garden.js';

const WORLDWIRE = fileURLToPath(import.meta.resolve('worldwire'));
const PROGRAM = `import { defineWorld, serveStdio, tool } from ${JSON.stringify(WORLDWIRE)};
const look = tool({ name: 'look', description: 'Looks.', access: 'read', call() {
  console.log('not a message');
  return 'a rose';
} });
const plant = tool({ name: 'plant', description: 'Plants.', access: 'write', call: () => 'planted' });
await serveStdio(defineWorld({ name: 'garden', version: '1.0.0', tools: [look, plant] }), { data: 'data' });
`;

it('serveStdio() serves a real client that starts the program, read-only and with an audit', async () => {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'garden.mjs'), PROGRAM);
  const client = new Client({ name: 'visitor', version: '1.0.0' });
  const command = { command: process.execPath, args: ['garden.mjs'], cwd, stderr: 'ignore' as const };
  await client.connect(new StdioClientTransport(command) as never);
  expect(await call(client, 'look')).toBe('a rose');
  expect(await call(client, 'plant')).toMatch(/^error: .*--allow writes/s);
  await client.close();
  expect(await auditOf(join(cwd, 'data'))).toContainEqual(expect.objectContaining({ outcome: 'denied' }));
});
