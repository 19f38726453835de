// A client of the frames wire: looks at a world and calls one of its tools. `node dist/frames-client.js <url> [token]`
import { connectFramesUrl } from '@worldwire/transports/frames';

const [url = 'tcp://127.0.0.1:6400', token] = process.argv.slice(2);
const client = await connectFramesUrl(url);
client.onNotification((method, params) => console.log(`heard ${method}`, params));
// What the server asks of us, such as the folders we work in.
client.onRequest(async () => ({ roots: [{ uri: 'file:///harbour' }] }));

const { sessionId } = await client.authenticate(token);
console.log(`session ${sessionId}, health ${(await client.healthCheck()).status}`);

// From here on it is MCP as on any other wire, in any revision.
await client.request('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: { roots: {} },
  clientInfo: { name: 'frames-client', version: '1.0.0' },
});
client.notify('notifications/initialized');
const { tools } = (await client.request('tools/list')) as { tools: { name: string }[] };
console.log(`tools ${tools.map(({ name }) => name).join(', ')}`);
const look = await client.request('tools/call', { name: 'look' }, { timeoutMs: 5_000 });
console.log((look as { content: { text: string }[] }).content[0]?.text);
client.close();
