/** fastmcp over httpStream with sessions and JSON responses, its fastest setup, without logs and pings. */
import { createServer } from 'node:net';
import { FastMCP } from 'fastmcp';
import { z } from 'zod';
import { announce, requestedPort } from './support/child.mjs';

const silent = () => {};
const mcp = new FastMCP({
  name: 'fastmcp-echo',
  version: '1.0.0',
  logger: { debug: silent, error: silent, info: silent, log: silent, warn: silent },
  ping: { enabled: false },
});
mcp.addTool({
  name: 'echo',
  description: 'Returns its message',
  parameters: z.object({ message: z.string() }),
  execute: async ({ message }) => message,
});

const port = requestedPort() || (await freePort());
await mcp.start({
  transportType: 'httpStream',
  httpStream: { host: '127.0.0.1', port, endpoint: '/mcp', enableJsonResponse: true },
});
announce(`http://127.0.0.1:${port}/mcp`);

/** fastmcp does not report the port that it got for 0. */
function freePort() {
  return new Promise(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
