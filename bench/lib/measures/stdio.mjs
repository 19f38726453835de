/** Round trips over standard input and output: one at a time, and many in flight. */
import { StdioClient } from '../stdio-client.mjs';

export async function measureStdio(entrant, { connections, warmupSeconds, seconds }) {
  const client = await StdioClient.start(entrant);
  try {
    await client.drive({ inFlight: connections, seconds: warmupSeconds });
    const sequential = await client.drive({ inFlight: 1, seconds });
    const inFlight = await client.drive({ inFlight: connections, seconds });
    return { sequential, inFlight };
  } finally {
    await client.stop();
  }
}
