/** tools/call under load without credentials, with a token of a token file, and with an OAuth access token. */
import { inTurn } from '../by-size.mjs';
import { CREDENTIALS, requireRefusal } from '../credentials-servers.mjs';
import { drive } from '../drive.mjs';

export async function measureCredentials({ connections, credentials }, progress) {
  const { rounds, warmupSeconds, seconds } = credentials;
  const places = new Map();
  const rows = Object.keys(CREDENTIALS).map(credential => ({ credential, runs: [] }));
  try {
    for (const [credential, start] of Object.entries(CREDENTIALS)) {
      progress(`credentials: starting a server, ${credential}`);
      places.set(credential, await start());
    }
    for (let round = 1; round <= rounds; round++) {
      for (const { credential, runs } of inTurn(rows, round)) {
        progress(`credentials, round ${round} of ${rounds}: ${credential}`);
        const { server, session } = places.get(credential);
        const load = { url: server.url, session, connections, warmupSeconds, seconds };
        runs.push(await drive(server, load, `credentials, ${credential}`));
      }
    }
    // After the runs: a refused call makes the throttle keep an entry for the address, which later calls would pay for.
    for (const [credential, place] of places) await requireRefusal(credential, place);
    return { rows };
  } finally {
    for (const { stop } of places.values()) await stop();
  }
}
