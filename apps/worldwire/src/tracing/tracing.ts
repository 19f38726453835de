import { setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Log } from '@worldwire/server';
import type { Meter } from '@worldwire/server/internal';
import type { Variables } from '../worlds/world-entry.js';
import { readSampler } from './sampler.js';
import { SpanMeter } from './span-meter.js';

/** Spans that wait for the collector at most. Further ones are dropped. */
const MAX_QUEUED = 2_048;
/** How long a stopping server waits for the collector. */
const FLUSH_MS = 2_000;
/** How often a collector that does not answer is reported. */
const REPORT_MS = 60_000;

export interface Tracing {
  world(name: string): Meter;
  /** Sends the spans that wait. Resolves after FLUSH_MS in any case. */
  close(): Promise<void>;
}

/**
 * Sends a span of each request to a collector over OTLP, as JSON. The exporter reads OTEL_EXPORTER_OTLP_* itself. Spans are
 * queued and sent in the background, so that no request waits for a collector.
 */
export function startTracing(variables: Variables, version: string, log: Log): Tracing {
  const sampler = readSampler(variables);
  if (sampler === undefined) {
    const { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: argument } = variables;
    log.warn({ sampler: name, argument }, 'OTEL_TRACES_SAMPLER is unknown: every trace is sent');
  }
  if (variables.OTEL_EXPORTER_OTLP_PROTOCOL === 'grpc') {
    log.warn({}, 'traces are sent as http/json: name the HTTP port of the collector, usually 4318');
  }
  reportErrors(log);
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'worldwire', 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    ...(sampler !== undefined && { sampler }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), maxQueueSize: MAX_QUEUED })],
  });
  const tracer = provider.getTracer('worldwire', version);
  return {
    world: name => new SpanMeter(name, tracer),
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>(resolve => {
        timer = setTimeout(resolve, FLUSH_MS);
      });
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      clearTimeout(timer);
    },
  };
}

function reportErrors(log: Log): void {
  let reported = Number.NEGATIVE_INFINITY;
  setGlobalErrorHandler(thrown => {
    const now = performance.now();
    if (now - reported < REPORT_MS) return;
    reported = now;
    log.warn({ err: thrown }, 'traces could not be sent');
  });
}
