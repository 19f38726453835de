import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { sessionDriver } from './sdk-session.mjs';

const TRANSPORTS = {
  http: ({ http }) => new StreamableHTTPClientTransport(new URL(http)),
  sse: ({ sse }) => new SSEClientTransport(new URL(sse)),
  stdio: ({ stdio }) => new StdioClientTransport({ ...stdio, stderr: 'ignore' }),
};

export async function open(target) {
  const client = new Client({ name: 'matrix', version: '2' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(TRANSPORTS[target.wire](target));
  const modern = target.wire !== 'sse';
  if ((client.getProtocolEra() === 'modern') !== modern)
    throw new Error(`the client negotiated ${client.getNegotiatedProtocolVersion()}`);
  const driver = sessionDriver(
    client,
    listener =>
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => listener(params.uri)),
    { callTool: (params, options) => client.callTool(params, options) },
  );
  if (!modern) return driver;
  return {
    ...driver,
    update: (uri, act) =>
      driver.update(uri, act, async () => {
        await client.listen({ resourceSubscriptions: [uri] });
      }),
  };
}
