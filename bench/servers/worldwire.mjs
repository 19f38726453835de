/** Worldwire with its default limits, serving both eras on one endpoint. Only the rate of each caller is not limited. */
import { listenHttp } from '@worldwire/transports/http';
import { announce, requestedPort } from './support/child.mjs';
import { requestedCredentials } from './support/worldwire-credentials.mjs';
import { limits, log, WORLD, worldwireEcho } from './support/worldwire-echo.mjs';

const PATH = '/mcp';

const { kernel, events } = worldwireEcho();
const { url } = await listenHttp({
  host: '127.0.0.1',
  port: requestedPort(),
  mounts: [{ path: PATH, kernel }],
  limits: { ...limits, requestsPerSecond: Number.MAX_SAFE_INTEGER },
  log,
  now: Date.now,
  ...requestedCredentials({ path: PATH, world: WORLD, log }),
});
announce(`${url}${PATH}`, { emit: () => events.toolsChanged() });
