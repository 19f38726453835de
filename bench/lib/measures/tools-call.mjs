/** tools/call under load: the driver in one process, the server in another. */
import { ChildServer } from '../child-server.mjs';
import { drive } from '../drive.mjs';

/**
 * @param {import('../catalogue.mjs').Entrant} entrant
 * @param {{ connections: number, warmupSeconds: number, seconds: number }} settings
 * @returns {Promise<import('../drive.mjs').Run>}
 */
export async function measureToolsCall(entrant, settings) {
  const server = await ChildServer.start(entrant.program);
  try {
    const { revision, session, label } = entrant;
    const { connections, warmupSeconds, seconds } = settings;
    const load = { url: server.url, revision, session, connections, warmupSeconds, seconds };
    return await drive(server, load, label);
  } finally {
    await server.stop();
  }
}
