/** Worldwire with its default limits, serving both eras on one endpoint. */
import { listenHttp } from '@worldwire/transports/http';
import { announce, requestedPort } from './support/child.mjs';
import { limits, log, worldwireEcho } from './support/worldwire-echo.mjs';

const { kernel, events } = worldwireEcho();
const { url } = await listenHttp({
  host: '127.0.0.1',
  port: requestedPort(),
  mounts: [{ path: '/mcp', kernel }],
  limits,
  log,
  now: Date.now,
});
announce(`${url}/mcp`, { emit: () => events.toolsChanged() });
