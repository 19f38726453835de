/** The official SDK v2 with its Node handler, 2026-07-28 only. */
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { listenAndAnnounce } from './child.mjs';
import { sdkV2Echo } from './sdk-v2-echo.mjs';

export function listenSdkV2(readBody) {
  const handler = createMcpHandler(sdkV2Echo, { legacy: 'reject' });
  const handle = toNodeHandler(handler);
  listenAndAnnounce(
    createServer(async (request, response) => handle(request, response, await readBody?.(request))),
    { emit: () => handler.notify.toolsChanged() },
  );
}
