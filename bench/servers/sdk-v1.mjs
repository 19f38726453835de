/**
 * The official SDK v1: a transport and a server per session, as it prescribes, and JSON responses. It runs as in its JSON response
 * example (Express), `--tuned` without a framework and with parsed bodies, its fastest setup, or over `--stdio`.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { hasFlag, jsonBody, listenAndAnnounce } from './support/child.mjs';

const sessions = new Map();

if (hasFlag('--stdio')) {
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  await echoServer().connect(new StdioServerTransport());
} else {
  const { StreamableHTTPServerTransport } = await import(
    '@modelcontextprotocol/sdk/server/streamableHttp.js'
  );
  const serve = async (request, response, body) => {
    const session = sessions.get(String(request.headers['mcp-session-id'])) ?? (await openSession());
    await session.transport.handleRequest(request, response, body);
  };
  listenAndAnnounce(hasFlag('--tuned') ? tuned(serve) : await inExpress(serve), {
    emit() {
      for (const { mcp } of sessions.values()) mcp.sendToolListChanged();
    },
  });

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
}

function tuned(serve) {
  return createServer(async (request, response) => serve(request, response, await jsonBody(request)));
}

async function inExpress(serve) {
  const { createMcpExpressApp } = await import('@modelcontextprotocol/sdk/server/express.js');
  const app = createMcpExpressApp();
  app.all('/mcp', (request, response) => serve(request, response, request.body));
  return createServer(app);
}

function echoServer() {
  const mcp = new McpServer({ name: 'sdk-v1-echo', version: '1.0.0' });
  mcp.registerTool(
    'echo',
    { description: 'Returns its message', inputSchema: { message: z.string() } },
    ({ message }) => ({ content: [{ type: 'text', text: message }] }),
  );
  return mcp;
}
