/**
 * Worldwire with its default limits and one echo tool. `--frames` and `--stdio` choose another wire than HTTP, which serves both eras
 * on one endpoint without a limit for the rate of each caller.
 */
import { randomBytes } from 'node:crypto';
import { defineWorld, tool, WorldEvents } from '@worldwire/server';
import { DEFAULT_LIMITS, Kernel, Policy } from '@worldwire/server/internal';
import { listenFrames } from '@worldwire/transports/frames';
import { listenHttp, TokenStore } from '@worldwire/transports/http';
import { OAuthIssuers, OAuthResource, Scopes } from '@worldwire/transports/oauth';
import { serveStdio } from '@worldwire/transports/stdio';
import { z } from 'zod';
import { announce, givenOption, hasFlag, log, requestedPort } from './support/child.mjs';

const NAME = 'worldwire-echo';
const PATH = '/mcp';
const events = new WorldEvents();
const echo = tool({
  name: 'echo',
  description: 'Returns its message',
  input: z.object({ message: z.string() }),
  access: 'read',
  call: ({ message }) => message,
});
const world = defineWorld({ name: NAME, version: '1.0.0', events, tools: [echo] });
const limits = DEFAULT_LIMITS;
const audit = { begin: () => {}, end: () => {} };
const secret = randomBytes(32);
const policy = new Policy(world);
const kernel = new Kernel(world, { limits, policy, log, now: Date.now, randomBytes, secret, audit });
const place = { host: '127.0.0.1', port: requestedPort(), log, now: Date.now };

if (hasFlag('--stdio')) {
  serveStdio({ kernel, input: process.stdin, output: process.stdout, limits, log });
} else if (hasFlag('--frames')) {
  const { url } = await listenFrames({ ...place, worlds: new Map([['echo', { kernel }]]), limits });
  announce(url);
} else {
  const mounts = [{ path: PATH, kernel }];
  const unlimited = { ...limits, requestsPerSecond: Number.MAX_SAFE_INTEGER };
  const { url } = await listenHttp({ ...place, mounts, limits: unlimited, ...requestedCredentials() });
  announce(`${url}${PATH}`, { emit: () => events.toolsChanged() });
}

/** The credentials that the listener requires: tokens of `--tokens TEXT`, access tokens of `--issuer URL`, or none. */
function requestedCredentials() {
  const [tokens, issuer] = [givenOption('--tokens'), givenOption('--issuer')];
  if (tokens !== undefined) return { tokens: TokenStore.parse(tokens) };
  if (issuer === undefined) return {};
  const date = Date.now;
  const issuers = new OAuthIssuers([issuer], { now: () => performance.now(), date, log });
  issuers.start();
  const of = { issuers, scopes: new Scopes(), paths: [{ path: PATH, world: NAME }], date };
  return { oauth: port => new OAuthResource({ ...of, audience: `http://127.0.0.1:${port}${PATH}` }) };
}
