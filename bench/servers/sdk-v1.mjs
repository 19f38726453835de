/**
 * The official SDK v1: a transport and a server per session, as it prescribes, and JSON responses. It runs as in its JSON response
 * example (Express), `--tuned` without a framework and with parsed bodies, its fastest setup, or over `--stdio`.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';
import { hasFlag, jsonBody, listenAndAnnounce } from './support/child.mjs';

const sessions = new Map();

if (hasFlag('--stdio')) await echoServer().connect(new StdioServerTransport());
else listenAndAnnounce(createServer(hasFlag('--tuned') ? tuned : inExpress()), { emit });

async function tuned(request, response) {
  await serve(request, response, await jsonBody(request));
}

function inExpress() {
  const app = createMcpExpressApp();
  app.all('/mcp', (request, response) => serve(request, response, request.body));
  return app;
}

async function serve(request, response, body) {
  const session = sessions.get(String(request.headers['mcp-session-id'])) ?? (await openSession());
  await session.transport.handleRequest(request, response, body);
}

async function openSession() {
  const mcp = echoServer();
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse: true,
    onsessioninitialized: id => void sessions.set(id, { mcp, transport }),
    onsessionclosed: id => void sessions.delete(id),
  });
  await mcp.connect(transport);
  return { mcp, transport };
}

function emit() {
  for (const { mcp } of sessions.values()) mcp.sendToolListChanged();
}

function echoServer() {
  const mcp = new McpServer({ name: 'sdk-v1-echo', version: '1.0.0' });
  const config = { description: 'Returns its message', inputSchema: { message: z.string() } };
  mcp.registerTool('echo', config, ({ message }) => ({ content: [{ type: 'text', text: message }] }));
  return mcp;
}
