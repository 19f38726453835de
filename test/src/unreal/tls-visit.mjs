/** Connects both official clients to a URL, and prints the results. Run with NODE_EXTRA_CA_CERTS. */
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const url = new URL(process.argv[2]);
const versionNegotiation = { mode: { pin: '2026-07-28' } };
const visits = [
  [new Client1({ name: 'sdk-v1', version: '1' }), new Transport1(url)],
  [new Client2({ name: 'client-v2', version: '2' }, { versionNegotiation }), new Transport2(url)],
];
const told = [];
for (const [client, transport] of visits) {
  await client.connect(transport);
  const { tools } = await client.listTools();
  const state = await client.callTool({ name: 'get_editor_state', arguments: {} });
  told.push({ tools: tools.length, provenance: state.structuredContent.provenance });
  await client.close();
}
console.log(JSON.stringify(told));
