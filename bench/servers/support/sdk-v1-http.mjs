/** The official SDK v1 on node:http: a transport and a server per session, as it prescribes, and JSON responses. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { listenAndAnnounce } from './child.mjs';
import { sdkV1Echo } from './sdk-v1-echo.mjs';

/** @typedef {{ mcp: ReturnType<typeof sdkV1Echo>, transport: StreamableHTTPServerTransport }} Session */

/** @param {(request: import('node:http').IncomingMessage) => Promise<unknown>} [readBody] where the SDK shall not read it */
export function listenSdkV1(readBody) {
  /** @type {Map<string, Session>} */
  const sessions = new Map();
  const server = createServer(async (request, response) => {
    const body = await readBody?.(request);
    const session = sessions.get(String(request.headers['mcp-session-id'])) ?? (await openSession(sessions));
    await session.transport.handleRequest(request, response, body);
  });
  listenAndAnnounce(server, {
    emit() {
      for (const { mcp } of sessions.values()) mcp.sendToolListChanged();
    },
  });
}

/** @param {Map<string, Session>} sessions @returns {Promise<Session>} */
async function openSession(sessions) {
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
