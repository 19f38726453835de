import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { sessionDriver } from './sdk-session.mjs';

const TRANSPORTS = {
  http: ({ http }) => new StreamableHTTPClientTransport(new URL(http)),
  sse: ({ sse }) => new SSEClientTransport(new URL(sse)),
  stdio: ({ stdio }) => new StdioClientTransport({ ...stdio, stderr: 'ignore' }),
};

export function open(target) {
  return drive(TRANSPORTS[target.wire](target));
}

/** A driver over a transport of SDK 1, which proxies have in front of them. `ended` ends the proxy. */
export async function drive(transport, ended = async () => {}) {
  const client = new Client({ name: 'matrix', version: '1' });
  await client.connect(transport);
  return sessionDriver(
    client,
    listener =>
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => listener(params.uri)),
    {
      close: async () => {
        await client.close();
        await ended();
      },
    },
  );
}

/** The same over a proxy that is started with these arguments and speaks stdio. */
export function driveProxy(script, args, env) {
  return drive(
    new StdioClientTransport({
      command: process.execPath,
      args: [script, ...args],
      env: { ...process.env, ...env },
      stderr: 'ignore',
    }),
  );
}
