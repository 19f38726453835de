/** mcp-lite behind @hono/node-server, without a session adapter, its faster setup. */
import { serve } from '@hono/node-server';
import { McpServer, StreamableHttpTransport } from 'mcp-lite';
import { z } from 'zod';
import { announce, requestedPort } from './support/child.mjs';

const mcp = new McpServer({
  name: 'mcp-lite-echo',
  version: '1.0.0',
  schemaAdapter: schema => z.toJSONSchema(schema),
});
mcp.tool('echo', {
  description: 'Returns its message',
  inputSchema: z.object({ message: z.string() }),
  handler: ({ message }) => ({ content: [{ type: 'text', text: message }] }),
});

const fetch = new StreamableHttpTransport().bind(mcp);
serve({ fetch: request => fetch(request), port: requestedPort(), hostname: '127.0.0.1' }, ({ port }) =>
  announce(`http://127.0.0.1:${port}/mcp`),
);
