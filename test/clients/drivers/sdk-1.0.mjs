import { EventSource } from 'eventsource';
import { Client } from 'sdk-1.0/client/index.js';
import { SSEClientTransport } from 'sdk-1.0/client/sse.js';
import { StdioClientTransport } from 'sdk-1.0/client/stdio.js';
import { ResourceUpdatedNotificationSchema } from 'sdk-1.0/types.js';
import { sessionDriver } from './sdk-session.mjs';

// Its documentation asks for this in Node.
globalThis.EventSource ??= EventSource;

export async function open({ wire, sse, stdio }) {
  const transport =
    wire === 'sse'
      ? new SSEClientTransport(new URL(sse))
      : new StdioClientTransport({ ...stdio, stderr: 'ignore' });
  const client = new Client({ name: 'matrix', version: '1' }, { capabilities: {} });
  await client.connect(transport);
  return sessionDriver(client, listener =>
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => listener(params.uri)),
  );
}
