import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

export function sdkV1Echo() {
  const mcp = new McpServer({ name: 'sdk-v1-echo', version: '1.0.0' });
  mcp.registerTool(
    'echo',
    { description: 'Returns its message', inputSchema: { message: z.string() } },
    ({ message }) => ({ content: [{ type: 'text', text: message }] }),
  );
  return mcp;
}
