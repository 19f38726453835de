import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { reported } from './sdk-session.mjs';

export async function open({ wire, world, http, sse, stdio }) {
  const connection =
    wire === 'stdio'
      ? { transport: 'stdio', ...stdio, stderr: 'ignore' }
      : { transport: wire, url: wire === 'http' ? http : sse, automaticSSEFallback: false };
  let report = () => {};
  let heard = () => {};
  const client = new MultiServerMCPClient({
    mcpServers: { [world]: connection },
    onProgress: ({ progress }) => report(progress),
    onResourcesUpdated: ({ uri }) => heard(uri),
  });
  const tools = new Map((await client.getTools()).map(tool => [tool.name, tool]));
  const session = await client.getClient(world);
  const call = async (name, args) => {
    try {
      return { text: textOf(await tools.get(name).invoke(args)), isError: false };
    } catch (thrown) {
      return { text: thrown.message, isError: true };
    }
  };
  return {
    name: () => session.getServerVersion()?.name,
    tools: async () => [...tools.keys()],
    call,
    read: async uri => (await client.readResource(world, uri))[0].text,
    progress: (name, args) =>
      reported(resolve => {
        report = resolve;
        return call(name, args);
      }),
    async update(uri, act) {
      const arrived = new Promise(resolve => {
        heard = updated => updated === uri && resolve();
      });
      await session.subscribeResource({ uri });
      await act();
      await arrived;
    },
    close: () => client.close(),
  };
}

function textOf(content) {
  return typeof content === 'string' ? content : JSON.stringify(content);
}
