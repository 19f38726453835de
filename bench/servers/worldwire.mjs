/**
 * Worldwire with its default limits and one echo tool. `--frames` and `--stdio` choose another
 * wire than HTTP, which serves both eras on one endpoint without a limit for the rate of each caller.
 */
import { randomBytes } from 'node:crypto';
import { defineWorld, tool, WorldEvents } from '@worldwire/server';
import { DEFAULT_LIMITS, Kernel, Policy } from '@worldwire/server/internal';
import { z } from 'zod';
import { announce, givenOption, hasFlag, log, requestedPort } from './support/child.mjs';

const NAME = 'worldwire-echo';
const PATH = '/mcp';

const events = new WorldEvents();
const world = defineWorld({
  name: NAME,
  version: '1.0.0',
  events,
  tools: [
    tool({
      name: 'echo',
      description: 'Returns its message',
      input: z.object({ message: z.string() }),
      access: 'read',
      call: ({ message }) => message,
    }),
  ],
});
const limits = DEFAULT_LIMITS;
const kernel = new Kernel(world, {
  limits,
  policy: new Policy(world),
  log,
  now: Date.now,
  randomBytes,
  secret: randomBytes(32),
  audit: { begin: () => {}, end: () => {} },
});
const place = { host: '127.0.0.1', port: requestedPort(), log, now: Date.now };

if (hasFlag('--stdio')) await serveOnStdio();
else if (hasFlag('--frames')) await listenOnFrames();
else await listenOnHttp();

async function listenOnHttp() {
  const { listenHttp } = await import('@worldwire/transports/http');
  const { url } = await listenHttp({
    ...place,
    mounts: [{ path: PATH, kernel }],
    limits: { ...limits, requestsPerSecond: Number.MAX_SAFE_INTEGER },
    ...(await requestedCredentials()),
  });
  announce(`${url}${PATH}`, { emit: () => events.toolsChanged() });
}

async function listenOnFrames() {
  const { listenFrames } = await import('@worldwire/transports/frames');
  const { url } = await listenFrames({ ...place, worlds: new Map([['echo', { kernel }]]), limits });
  announce(url);
}

async function serveOnStdio() {
  const { serveStdio } = await import('@worldwire/transports/stdio');
  serveStdio({ kernel, input: process.stdin, output: process.stdout, limits, log });
}

/** The credentials that the listener requires: tokens of `--tokens TEXT`, access tokens of `--issuer URL`, or none. */
async function requestedCredentials() {
  const [text, issuer] = [givenOption('--tokens'), givenOption('--issuer')];
  if (text !== undefined) {
    const { TokenStore } = await import('@worldwire/transports/http');
    return { tokens: TokenStore.parse(text) };
  }
  if (issuer === undefined) return {};
  const { OAuthIssuers, OAuthResource, Scopes } = await import('@worldwire/transports/oauth');
  const issuers = new OAuthIssuers([issuer], { now: () => performance.now(), date: Date.now, log });
  issuers.start();
  return {
    oauth: port =>
      new OAuthResource({
        issuers,
        scopes: new Scopes(),
        audience: `http://127.0.0.1:${port}${PATH}`,
        paths: [{ path: PATH, world: NAME }],
        date: Date.now,
      }),
  };
}
