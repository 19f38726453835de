// A client of the frames wire, for any world. `node dist/frames-client.js [url] [token]`
import { connectFramesUrl } from '@worldwire/transports/frames';

interface Tool {
  readonly name: string;
  readonly inputSchema: { readonly required?: readonly string[] };
  readonly annotations?: { readonly readOnlyHint?: boolean };
}

const LONGEST = 2_000;
const [url = 'tcp://127.0.0.1:6400', token] = process.argv.slice(2);

const client = await connectFramesUrl(url, { timeoutMs: 10_000 }).catch((reason: Error) => {
  console.error(`No server at ${url}: ${reason.message}`);
  console.error('Start one with "npx worldwire serve universe --frames", or give its address.');
  process.exit(1);
});
client.onNotification((method, params) => console.log(`heard ${method}`, params));
// Requests of the server, such as roots/list.
client.onRequest(async () => ({ roots: [{ uri: 'file:///harbour' }] }));

try {
  const { sessionId } = await client.authenticate(token);
  console.log(`session ${sessionId}, health ${(await client.healthCheck()).status}`);

  // From here on MCP, as on any other wire.
  const { capabilities, serverInfo } = (await client.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: { roots: {} },
    clientInfo: { name: 'frames-client', version: '1.0.0' },
  })) as { capabilities: { tools?: object; resources?: object }; serverInfo: { name: string } };
  client.notify('notifications/initialized');
  console.log(`world ${serverInfo.name}`);

  const tools = capabilities.tools === undefined ? [] : await list<Tool>('tools');
  const resources = capabilities.resources === undefined ? [] : await list<{ uri: string }>('resources');
  // A read-only tool without required arguments, or else a resource.
  const tool = tools.find(
    ({ inputSchema, annotations }) => annotations?.readOnlyHint && !inputSchema.required?.length,
  );
  const [resource] = resources;
  if (tool !== undefined) {
    const { content } = (await client.request('tools/call', { name: tool.name })) as { content: object[] };
    show(tool.name, content);
  } else if (resource !== undefined) {
    const { contents } = (await client.request('resources/read', { uri: resource.uri })) as {
      contents: object[];
    };
    show(resource.uri, contents);
  }
} catch (thrown) {
  console.error(`The server at ${url} did not go along: ${(thrown as Error).message}`);
  process.exitCode = 1;
} finally {
  client.close();
}

/** The first page of a list. */
async function list<Item extends { name?: string; uri?: string }>(kind: 'tools' | 'resources') {
  const items = ((await client.request(`${kind}/list`)) as Record<string, unknown>)[kind] as Item[];
  console.log(`${kind} ${items.map(({ uri, name }) => uri ?? name).join(', ')}`);
  return items;
}

function show(what: string, [first]: readonly { text?: string }[]): void {
  console.log(`${what} says`);
  console.log(first?.text?.slice(0, LONGEST) ?? 'something that is no text');
}
