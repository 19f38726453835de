import { fileURLToPath } from 'node:url';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { freePort, startGateway } from '../lib/gateway.mjs';
import { drive, driveProxy } from './sdk-1.mjs';

const GATEWAY = fileURLToPath(new URL('./dist/index.js', import.meta.resolve('supergateway/package.json')));

export async function open({ wire, http, sse, stdio, home }) {
  if (wire === 'http')
    return driveProxy(GATEWAY, ['--streamableHttp', http, '--logLevel', 'none'], { HOME: home });
  if (wire === 'sse') return driveProxy(GATEWAY, ['--sse', sse, '--logLevel', 'none'], { HOME: home });
  const port = await freePort();
  const command = [stdio.command, ...stdio.args].map(part => `'${part}'`).join(' ');
  const args = [
    '--stdio',
    command,
    '--outputTransport',
    'streamableHttp',
    '--stateful',
    '--port',
    String(port),
  ];
  const end = await startGateway([GATEWAY, ...args, '--logLevel', 'none'], port, stdio.env);
  return drive(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)), end);
}
