import {
  type Context,
  type Link,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { optionalMeta } from '@worldwire/protocol';
import type { WebRoute } from '@worldwire/server';
import type { FinishedCall, Meter } from '@worldwire/server/internal';
import { METHODS } from '../metrics/world-meter.js';

/** A source of `traceparent` and `tracestate`. */
type Carrier = (name: string) => unknown;

const PROPAGATOR = new W3CTraceContextPropagator();
const READ: TextMapGetter<Carrier> = {
  keys: () => PROPAGATOR.fields(),
  get: (carrier, name) => {
    const value = carrier(name);
    return typeof value === 'string' ? value : undefined;
  },
};
/** For values that a client chose, as the conventions have it. */
const OTHER = '_OTHER';

/**
 * Makes a span of each request of one world when it ends. Names and attributes are those of the semantic conventions for MCP:
 * https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/ A span has no principal, session id, argument or URI.
 */
export class SpanMeter implements Meter {
  constructor(
    readonly world: string,
    readonly tracer: Tracer,
  ) {}

  now(): number {
    return performance.now();
  }

  finished(
    { request, revision, tool, failure, channel }: FinishedCall,
    began: number,
    code: number | undefined,
  ): void {
    const method = METHODS.has(request.method) ? request.method : OTHER;
    const meta = optionalMeta(request.params);
    const sent = contextOf(name => meta[name]);
    const carried = contextOf(name => channel.header?.(name));
    const parent = sent ?? carried ?? ROOT_CONTEXT;
    // The context of the HTTP request is that of its transport, when the message has its own.
    const links = sent === undefined || carried === undefined ? [] : linkTo(carried);
    const span = this.tracer.startSpan(
      tool === undefined ? method : `${method} ${tool}`,
      {
        kind: SpanKind.SERVER,
        startTime: timeOf(began),
        links,
        attributes: {
          'worldwire.world': this.world,
          'mcp.method.name': method,
          'mcp.protocol.version': revision,
          'jsonrpc.request.id': String(request.id).slice(0, 128),
          ...(tool !== undefined && { 'gen_ai.tool.name': tool, 'gen_ai.operation.name': 'execute_tool' }),
          ...(code !== undefined && { 'rpc.response.status_code': String(code) }),
        },
      },
      parent,
    );
    if (failure !== undefined) {
      span.setAttribute('error.type', code === undefined ? errorType(failure) : String(code));
      span.setAttribute('worldwire.error.kind', failure);
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end(timeOf(this.now()));
  }

  opened(failure: string | undefined, began: number): void {
    const span = this.tracer.startSpan('initialize', {
      kind: SpanKind.SERVER,
      startTime: timeOf(began),
      attributes: { 'worldwire.world': this.world, 'mcp.method.name': 'initialize' },
    });
    if (failure !== undefined) {
      span.setAttributes({ 'error.type': failure, 'worldwire.error.kind': failure });
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end(timeOf(this.now()));
  }

  answered(
    { method, path }: Pick<WebRoute, 'method' | 'path'>,
    arrival: { header(name: string): string | undefined },
    status: number,
    began: number,
  ): void {
    const span = this.tracer.startSpan(
      `${method} ${path}`,
      {
        kind: SpanKind.SERVER,
        startTime: timeOf(began),
        attributes: {
          'worldwire.world': this.world,
          'http.request.method': method,
          'http.route': path,
          'http.response.status_code': status,
        },
      },
      contextOf(name => arrival.header(name)) ?? ROOT_CONTEXT,
    );
    // For a server, the errors of clients are no errors of the span.
    if (status >= 500) {
      span.setAttribute('error.type', String(status));
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end(timeOf(this.now()));
  }
}

/** A result with `isError` is `tool_error`; a cancelled request has no result. */
function errorType(failure: string): string {
  return failure === 'Cancelled' ? 'cancelled' : 'tool_error';
}

/** The remote context, or undefined where `traceparent` is missing or invalid. */
function contextOf(carrier: Carrier): Context | undefined {
  const context = PROPAGATOR.extract(ROOT_CONTEXT, carrier, READ);
  return context === ROOT_CONTEXT ? undefined : context;
}

function linkTo(context: Context): Link[] {
  const spanContext = trace.getSpanContext(context);
  return spanContext === undefined ? [] : [{ context: spanContext }];
}

/** The time of day of a reading of `performance.now()`. */
function timeOf(reading: number): number {
  return performance.timeOrigin + reading;
}
