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

/** The first token of the file that is not hashed: the second word of a line, or its only one. Else WORLDWIRE_TOKEN. */
function authorization() {
  if (!existsSync(TOKENS)) return {};
  const tokens = readFileSync(TOKENS, 'utf8')
    .split('\n')
    .map(line => line.replace(/(^|\s)#.*/, '').trim())
    .filter(line => line !== '')
    .map(line => line.split(/\s+/))
    .map(([first, second = first]) => second);
  const token = tokens.find(each => !each.startsWith('sha256:')) ?? process.env.WORLDWIRE_TOKEN;
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  return fail(
    `${TOKENS} has only hashes, which cannot be sent: set WORLDWIRE_TOKEN to a token for the health check.`,
  );
}

function fail(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
