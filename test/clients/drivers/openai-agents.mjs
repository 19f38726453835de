import {
  getAllMcpTools,
  MCPServerSSE,
  MCPServerStdio,
  MCPServerStreamableHttp,
  RunContext,
} from '@openai/agents';

const SERVERS = {
  http: ({ http }) => new MCPServerStreamableHttp({ url: http }),
  sse: ({ sse }) => new MCPServerSSE({ url: sse }),
  stdio: ({ stdio }) => new MCPServerStdio(stdio),
};

export async function open(target) {
  const server = SERVERS[target.wire](target);
  await server.connect();
  const tools = new Map((await getAllMcpTools([server])).map(tool => [tool.name, tool]));
  return {
    tools: async () => [...tools.keys()],
    async call(name, args) {
      const { content, isError } = await server.callToolResult(name, args);
      // The tool of an agent, as its runner calls it. It shows the model the same text.
      const shown = JSON.stringify(await tools.get(name).invoke(new RunContext(), JSON.stringify(args)));
      return { text: `${content.map(({ text }) => text).join('\n')}\n${shown}`, isError: isError === true };
    },
    read: async uri => (await server.readResource(uri)).contents[0].text,
    close: () => server.close(),
  };
}
