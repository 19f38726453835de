import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const COMMAND = ['apps/worldwire/bin/worldwire.js', 'serve', 'conformance', '--port', '0', '--json'];
const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 5_000;
const LOG_LINES = 40;

/** The server under test as a child process. The caller must stop it. */
export async function startServer() {
  const child = spawn(process.execPath, COMMAND, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close').then(([code, signal]) => signal ?? `code ${code}`);
  const lastResort = () => child.kill('SIGKILL');
  process.once('exit', lastResort);

  const log = [];
  const keep = line => {
    log.push(line);
    if (log.length > LOG_LINES) log.shift();
  };
  createInterface({ input: child.stderr }).on('line', keep);
  const stdout = createInterface({ input: child.stdout }).on('line', keep);

  const server = {
    pid: child.pid,
    url: undefined,
    ended,
    running: () => child.exitCode === null && child.signalCode === null,
    log: () => log.join('\n'),
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(lastResort, STOP_LIMIT_MS);
      await ended.catch(() => {});
      clearTimeout(timer);
      process.off('exit', lastResort);
    },
  };
  try {
    server.url = await listeningUrl(stdout, ended);
  } catch (error) {
    await server.stop();
    throw new Error(`${error.message}\n${server.log()}`.trimEnd());
  }
  return server;
}

function listeningUrl(stdout, ended) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The server did not listen within ${START_LIMIT_MS / 1000} s.`)),
      START_LIMIT_MS,
    );
    const settle = finish => value => {
      clearTimeout(timer);
      finish(value);
    };
    stdout.on('line', line => {
      const event = parsed(line);
      if (event?.event === 'listening' && event.wire === 'http') settle(resolve)(event.url);
    });
    ended.then(
      how => settle(reject)(new Error(`The server ended (${how}) before it listened.`)),
      settle(reject),
    );
  });
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
