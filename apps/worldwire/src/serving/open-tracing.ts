import type { Log } from '@worldwire/server';
import { readPackage } from '../process/version.js';
import type { Settings } from '../settings/settings.js';
import type { Tracing } from '../tracing/tracing.js';
import { wantsTraces } from '../tracing/variables.js';

/** Starts traces where the environment names a collector. Their code is loaded only then. */
export async function openTracing(
  { variables }: Pick<Settings, 'variables'>,
  log: Log,
): Promise<Tracing | undefined> {
  if (!wantsTraces(variables)) return undefined;
  const { startTracing } = await import('../tracing/tracing.js');
  return startTracing(variables, readPackage().version, log);
}
