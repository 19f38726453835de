// A program that listens on a port and starts the server behind it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const RETRY_MS = 100;

/** A port that nothing listens on. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts the program, waits until the port answers, and returns what ends it. */
export async function startGateway(args, port, env) {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (answer !== undefined) {
      await answer.arrayBuffer();
      return async () => {
        child.kill('SIGTERM');
        await ended;
      };
    }
    await pause(RETRY_MS);
  }
  throw new Error(`the program ended with ${child.exitCode ?? child.signalCode}`);
}
