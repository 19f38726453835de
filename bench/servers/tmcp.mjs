/** tmcp behind srvx, the fastest Node adapter that we tried. Its HTTP transport always answers with SSE. */
import { ZodJsonSchemaAdapter } from '@tmcp/adapter-zod';
import { HttpTransport } from '@tmcp/transport-http';
import { serve } from 'srvx';
import { McpServer } from 'tmcp';
import { tool } from 'tmcp/utils';
import { z } from 'zod';
import { announce, requestedPort } from './support/child.mjs';

const mcp = new McpServer(
  { name: 'tmcp-echo', version: '1.0.0', description: 'Returns its message' },
  { adapter: new ZodJsonSchemaAdapter(), capabilities: { tools: { listChanged: true } } },
);
mcp.tool(
  { name: 'echo', description: 'Returns its message', schema: z.object({ message: z.string() }) },
  ({ message }) => tool.text(message),
);

const transport = new HttpTransport(mcp, { path: '/mcp' });
const server = serve({
  fetch: async request => (await transport.respond(request)) ?? new Response(null, { status: 404 }),
  port: requestedPort(),
  hostname: '127.0.0.1',
  silent: true,
});
await server.ready();
announce(new URL('/mcp', server.url).href);
