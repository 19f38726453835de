/**
 * The official SDK v2 with its Node handler, 2026-07-28 only, which reads requests itself; `--tuned` with parsed bodies, its fastest
 * setup; or over `--stdio`.
 */
import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { hasFlag, jsonBody, listenAndAnnounce } from './support/child.mjs';

// The factory runs for every request, so the schema is made once.
const inputSchema = z.object({ message: z.string() });

if (hasFlag('--stdio')) {
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  serveStdio(echoServer);
} else {
  const { toNodeHandler } = await import('@modelcontextprotocol/node');
  const { createMcpHandler } = await import('@modelcontextprotocol/server');
  const handler = createMcpHandler(echoServer, { legacy: 'reject' });
  const handle = toNodeHandler(handler);
  const readBody = hasFlag('--tuned') ? jsonBody : () => undefined;
  listenAndAnnounce(
    createServer(async (request, response) => handle(request, response, await readBody(request))),
    { emit: () => handler.notify.toolsChanged() },
  );
}

function echoServer() {
  const mcp = new McpServer({ name: 'sdk-v2-echo', version: '1.0.0' });
  mcp.registerTool('echo', { description: 'Returns its message', inputSchema }, ({ message }) => ({
    content: [{ type: 'text', text: message }],
  }));
  return mcp;
}
