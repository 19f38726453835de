/** tools/call under load: the driver in one process, the server in another. */
import { ChildServer } from '../child-server.mjs';
import { drive } from '../drive.mjs';

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
