import type { ProbedMount } from '@worldwire/transports/http';
import type { Metrics } from '../metrics/metrics.js';
import { addProcessMetrics } from '../metrics/process-metrics.js';
import { readPackage } from '../process/version.js';
import type { Settings } from '../settings/settings.js';
import { addServerMetrics, type MeasuredServer } from './server-metrics.js';

export interface OpenedMetrics {
  /** The address of /metrics, where --metrics-port opens it. */
  readonly url: string | undefined;
  close(): Promise<void>;
}

/** Adds the metrics of a server that listens, and opens the port for them. */
export async function openMetrics(
  metrics: Metrics,
  server: MeasuredServer,
  { metricsPort }: Pick<Settings, 'metricsPort'>,
  worlds: readonly ProbedMount[],
): Promise<OpenedMetrics> {
  addServerMetrics(metrics, server);
  const stop = addProcessMetrics(metrics, readPackage().version);
  const listener =
    metricsPort === undefined
      ? undefined
      : await (await import('../metrics/metrics-listener.js')).listenMetrics(metricsPort, metrics, worlds);
  return {
    url: listener?.url,
    async close() {
      stop();
      await listener?.close();
    },
  };
}
