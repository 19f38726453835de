// Ends with 0 when the server in this container is ready, and with 1 and a reason otherwise. /ready needs no token.
const PORT = process.env.WORLDWIRE_HEALTH_PORT ?? 3000;
const TIMEOUT_MS = 4_000;

try {
  const response = await fetch(`http://127.0.0.1:${PORT}/ready`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok)
    fail(`The server at port ${PORT} is not ready: ${response.status}. Its log has the reason.`);
} catch (error) {
  fail(`The server does not answer at port ${PORT}: ${error.cause?.message ?? error.message}`);
}

function fail(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
