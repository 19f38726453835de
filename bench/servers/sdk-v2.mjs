/**
 * The official SDK v2 with its Node handler, 2026-07-28 only, which reads requests itself; `--tuned` with parsed bodies, its fastest
 * setup; or over `--stdio`.
 */
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { hasFlag, jsonBody, listenAndAnnounce } from './support/child.mjs';

// The factory runs for every request, so the schema is made once.
const config = { description: 'Returns its message', inputSchema: z.object({ message: z.string() }) };

if (hasFlag('--stdio')) serveStdio(echoServer);
else {
  const handler = createMcpHandler(echoServer, { legacy: 'reject' });
  const handle = toNodeHandler(handler);
  const tuned = async (request, response) => handle(request, response, await jsonBody(request));
  const server = createServer(hasFlag('--tuned') ? tuned : (request, response) => handle(request, response));
  listenAndAnnounce(server, { emit: () => handler.notify.toolsChanged() });
}

function echoServer() {
  const mcp = new McpServer({ name: 'sdk-v2-echo', version: '1.0.0' });
  mcp.registerTool('echo', config, ({ message }) => ({ content: [{ type: 'text', text: message }] }));
  return mcp;
}
