import type { Log } from '@worldwire/server';
import { readPackage } from '../process/version.js';
import type { Settings } from '../settings/settings.js';
import type { Tracing } from '../tracing/tracing.js';
import { wantsTraces } from '../tracing/variables.js';

/** Starts traces where the environment names a collector. Their code is loaded only then, and OpenTelemetry may not be installed. */
export async function openTracing(
  { variables }: Pick<Settings, 'variables'>,
  log: Log,
): Promise<Tracing | undefined> {
  if (!wantsTraces(variables)) return undefined;
  const { version, peerDependencies } = readPackage();
  try {
    const { startTracing } = await import('../tracing/tracing.js');
    return startTracing(variables, version, log);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw thrown;
    const packages = Object.entries(peerDependencies).map(([name, wanted]) => `${name}@${wanted}`);
    log.error(
      { install: `npm install ${packages.join(' ')}` },
      'traces are not sent: OpenTelemetry is not installed beside worldwire',
    );
    return undefined;
  }
}
