/** Sessions of the official SDK v1: a transport and a server each, as it prescribes, and JSON responses. */
import { randomUUID } from 'node:crypto';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { sdkV1Echo } from './sdk-v1-echo.mjs';

/** @typedef {{ mcp: ReturnType<typeof sdkV1Echo>, transport: StreamableHTTPServerTransport }} Session */

export function sdkV1Sessions() {
  /** @type {Map<string, Session>} */
  const sessions = new Map();
  return {
    /**
     * @param {import('node:http').IncomingMessage} request
     * @param {import('node:http').ServerResponse} response
     * @param {unknown} body
     */
    async serve(request, response, body) {
      const session = sessions.get(String(request.headers['mcp-session-id'])) ?? (await open(sessions));
      await session.transport.handleRequest(request, response, body);
    },
    emit() {
      for (const { mcp } of sessions.values()) mcp.sendToolListChanged();
    },
  };
}

/** @param {Map<string, Session>} sessions @returns {Promise<Session>} */
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
