import type { Variables } from '../worlds/world-entry.js';

/** The variables that turn traces on: https://opentelemetry.io/docs/specs/otel/protocol/exporter/ */
const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'];

/** Whether the environment names a collector. Without one nothing of OpenTelemetry is loaded. */
export function wantsTraces(variables: Variables): boolean {
  return variables.OTEL_SDK_DISABLED?.toLowerCase() !== 'true' && ENDPOINTS.some(name => variables[name]);
}
