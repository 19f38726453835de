import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A span as OTLP writes it in JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status: { readonly code: number };
}

interface OtlpAttribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

/** A collector of traces on loopback, which keeps what it gets. */
export class Collector {
  readonly paths: string[] = [];
  readonly requests: OtlpRequest[] = [];

  private constructor(readonly url: string) {}

  static async open(): Promise<Collector> {
    let collector: Collector;
    const url = await listen(async (request, response) => {
      collector.paths.push(request.url ?? '');
      collector.requests.push(JSON.parse(await text(request)) as OtlpRequest);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    collector = new Collector(url);
    return collector;
  }

  get spans(): readonly OtlpSpan[] {
    return this.requests.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
  }

  get resource(): Readonly<Record<string, string | number | undefined>> {
    return attributesOf(this.requests[0]?.resourceSpans[0]?.resource.attributes ?? []);
  }
}

/** A collector that accepts connections and never answers. */
export function openSilentCollector(): Promise<string> {
  return listen(() => {});
}

export function attributesOf(
  attributes: readonly OtlpAttribute[],
): Readonly<Record<string, string | number | undefined>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
}

async function listen(serve: RequestListener): Promise<string> {
  const server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
