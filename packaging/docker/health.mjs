// Ends with 0 when the universe in this container is healthy, and with 1 and a reason otherwise.
import { existsSync, readFileSync } from 'node:fs';

const PORT = process.env.WORLDWIRE_HEALTH_PORT ?? 3001;
const TOKENS = process.env.WORLDWIRE_TOKEN_FILE ?? '/run/secrets/worldwire-tokens';
const TIMEOUT_MS = 4_000;

try {
  const response = await fetch(`http://127.0.0.1:${PORT}/health`, {
    headers: authorization(),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) fail(`The server answered ${response.status}: ${await response.text()}`);
} catch (error) {
  fail(`The server does not answer at port ${PORT}: ${error.cause?.message ?? error.message}`);
}

/** The first token of the file: the last word of a line that is not a comment. */
function authorization() {
  if (!existsSync(TOKENS)) return {};
  const lines = readFileSync(TOKENS, 'utf8').split('\n');
  const entry = lines.map(line => line.replace(/(^|\s)#.*/, '').trim()).find(line => line !== '');
  return entry === undefined ? {} : { authorization: `Bearer ${entry.split(/\s+/).at(-1)}` };
}

function fail(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
