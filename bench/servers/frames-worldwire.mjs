/** The same kernel behind frames on TCP. */
import { listenFrames } from '@worldwire/transports/frames';
import { announce, requestedPort } from './support/child.mjs';
import { limits, log, worldwireEcho } from './support/worldwire-echo.mjs';

const { kernel } = worldwireEcho();
const { url } = await listenFrames({
  host: '127.0.0.1',
  port: requestedPort(),
  worlds: new Map([['echo', { kernel }]]),
  limits,
  log,
  now: Date.now,
});
announce(url);
