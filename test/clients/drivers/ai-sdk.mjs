import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';
import { outcome } from './sdk-session.mjs';

export async function open({ wire, http, sse, stdio }) {
  const transport =
    wire === 'stdio'
      ? new StdioTransport({ ...stdio, stderr: 'ignore' })
      : { type: wire, url: wire === 'http' ? http : sse };
  const client = await createMCPClient({ transport });
  const tools = await client.tools();
  return {
    name: () => client.serverInfo.name,
    tools: async () => Object.keys(tools),
    // As generateText does it with a call of the model.
    call: async (name, args) =>
      outcome(await tools[name].execute(args, { toolCallId: 'call', messages: [], context: {} })),
    read: async uri => (await client.readResource({ uri })).contents[0].text,
    close: () => client.close(),
  };
}
