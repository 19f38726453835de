import { fileURLToPath } from 'node:url';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { freePort, startGateway } from '../lib/gateway.mjs';
import { drive } from './sdk-1.mjs';

const PROXY = fileURLToPath(import.meta.resolve('mcp-proxy')).replace(/[^/\\]*$/, 'bin/mcp-proxy.mjs');

export async function open({ stdio }) {
  const port = await freePort();
  const args = ['--port', String(port), '--server', 'stream', '--', stdio.command, ...stdio.args];
  const end = await startGateway([PROXY, ...args], port, stdio.env);
  return drive(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)), end);
}
