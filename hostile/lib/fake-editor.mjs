/** A Remote Control API with a level of very many actors. */
import { once } from 'node:events';
import { createServer } from 'node:http';

const ROUTES = ['info', 'object/call', 'object/property', 'object/describe', 'search/assets'];

/**
 * @param {number} actors
 * @returns {Promise<{ url: string, close(): void }>}
 */
export async function startFakeEditor(actors) {
  const paths = Array.from({ length: actors }, (_, i) => `/Game/Maps/Hall.Hall:PersistentLevel.Actor_${i}`);
  const all = Buffer.from(JSON.stringify({ ReturnValue: paths }));
  const info = {
    HttpRoutes: ROUTES.map(path => ({ Path: `/remote/${path}`, Verb: path === 'info' ? 'Get' : 'Put' })),
  };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    if (request.url === '/remote/info') response.end(JSON.stringify(info));
    else if (text.includes('"GetAllLevelActors"')) response.end(all);
    else response.end('{"ReturnValue":"/Game/Maps/Hall.Hall"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
