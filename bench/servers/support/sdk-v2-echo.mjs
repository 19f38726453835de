import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

// The factory runs for every request, so the schema is made once.
const inputSchema = z.object({ message: z.string() });

export function sdkV2Echo() {
  const mcp = new McpServer({ name: 'sdk-v2-echo', version: '1.0.0' });
  mcp.registerTool('echo', { description: 'Returns its message', inputSchema }, ({ message }) => ({
    content: [{ type: 'text', text: message }],
  }));
  return mcp;
}
