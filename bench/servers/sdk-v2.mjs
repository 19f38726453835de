/** The official SDK v2 on node:http through its own Node handler, 2026-07-28 only. A plain result is answered with JSON. */
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { listenAndAnnounce } from './support/child.mjs';
import { jsonBody } from './support/json-body.mjs';
import { sdkV2Echo } from './support/sdk-v2-echo.mjs';

const handler = createMcpHandler(sdkV2Echo, { legacy: 'reject' });
const handle = toNodeHandler(handler);

listenAndAnnounce(
  createServer(async (request, response) => handle(request, response, await jsonBody(request))),
  { emit: () => handler.notify.toolsChanged() },
);
