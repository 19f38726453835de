/** Sessions of the official SDK v1: a transport and a server each, as it prescribes, and JSON responses. */
import { randomUUID } from 'node:crypto';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { sdkV1Echo } from './sdk-v1-echo.mjs';

export function sdkV1Sessions() {
  const sessions = new Map();
  return {
    async serve(request, response, body) {
      const session = sessions.get(String(request.headers['mcp-session-id'])) ?? (await open(sessions));
      await session.transport.handleRequest(request, response, body);
    },
    emit() {
      for (const { mcp } of sessions.values()) mcp.sendToolListChanged();
    },
  };
}

async function open(sessions) {
  const mcp = sdkV1Echo();
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse: true,
    onsessioninitialized: id => void sessions.set(id, { mcp, transport }),
    onsessionclosed: id => void sessions.delete(id),
  });
  await mcp.connect(transport);
  return { mcp, transport };
}
