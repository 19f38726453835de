import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { callTool, toolCall } from '../testing/client.js';
import { closedPort } from '../testing/closed-port.js';
import { attributesOf, Collector, type OtlpSpan, openSilentCollector } from '../testing/collector.js';
import { Program, run, temporaryFolder } from '../testing/program.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const OTHER_TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const OTHER_PARENT = '00f067aa0ba902b7';
const STATE = { universeId: 'sol', ids: ['earth'] };

function serve(env: Record<string, string>, cwd?: string): Program {
  const args = ['serve', 'universe', '--port', '0', '--json', '--log-level', 'warn'];
  return new Program(args, { env, ...(cwd !== undefined && { cwd }) });
}

async function stop(program: Program) {
  program.kill('SIGTERM');
  return program.ended;
}

/** A call whose trace context is in `_meta`, in the header, or in both. */
async function traced(url: string, context: { readonly meta?: string; readonly header?: string }) {
  const message = toolCall(7, 'get_universe_state', STATE) as { params: { _meta: object } };
  if (context.meta !== undefined) Object.assign(message.params._meta, { traceparent: context.meta });
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'get_universe_state',
      ...(context.header !== undefined && { traceparent: context.header }),
    },
    body: JSON.stringify(message),
  });
  await response.text();
  expect(response.status).toBe(200);
}

describe('traces', () => {
  it('are sent to the collector of OTEL_EXPORTER_OTLP_ENDPOINT, one span for each request', async () => {
    const collector = await Collector.open();
    const program = serve({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'sky' });
    const url = await program.url();
    await traced(url, { meta: `00-${TRACE}-${PARENT}-01` });
    await (await callTool(url, 'get_universe_state', { universeId: 'none' })).text();
    await (await callTool(url, 'no_such_tool', {})).text();
    await (await fetch(new URL('/universes/none', url))).text();
    expect((await stop(program)).code).toBe(0);
    expect(collector.paths).toContain('/v1/traces');
    expect(collector.resource).toMatchObject({
      'service.name': 'sky',
      'service.version': expect.any(String),
    });
    const [good, failed, unknown, web] = collector.spans as [OtlpSpan, OtlpSpan, OtlpSpan, OtlpSpan];
    expect(good).toMatchObject({
      name: 'tools/call get_universe_state',
      traceId: TRACE,
      parentSpanId: PARENT,
      kind: 2,
      status: { code: 0 },
    });
    expect(BigInt(good.endTimeUnixNano)).toBeGreaterThan(BigInt(good.startTimeUnixNano));
    expect(attributesOf(good.attributes)).toEqual({
      'worldwire.world': 'universe',
      'mcp.method.name': 'tools/call',
      'mcp.protocol.version': '2026-07-28',
      'gen_ai.tool.name': 'get_universe_state',
      'gen_ai.operation.name': 'execute_tool',
      'jsonrpc.request.id': '7',
    });
    expect(failed.parentSpanId).toBeUndefined();
    expect(failed.status.code).toBe(2);
    expect(attributesOf(failed.attributes)).toMatchObject({
      'error.type': 'tool_error',
      'worldwire.error.kind': 'NotFound',
    });
    expect(unknown.name).toBe('tools/call');
    expect(attributesOf(unknown.attributes)).toMatchObject({
      'error.type': '-32602',
      'rpc.response.status_code': '-32602',
    });
    expect(web.name).toBe('GET /universes/:id');
    expect(attributesOf(web.attributes)).toMatchObject({ 'http.response.status_code': 404 });
    expect(collector.spans).toHaveLength(4);
  });

  it('continue the context of _meta before that of the header, which becomes a link', async () => {
    const collector = await Collector.open();
    const program = serve({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/own/path` });
    const url = await program.url();
    const meta = `00-${TRACE}-${PARENT}-01`;
    const header = `00-${OTHER_TRACE}-${OTHER_PARENT}-01`;
    await traced(url, { header });
    await traced(url, { meta, header });
    await traced(url, { meta: 'nonsense', header: `${header}-more-nonsense` });
    // The client decided not to record this trace.
    await traced(url, { meta: `00-${TRACE}-${PARENT}-00` });
    await stop(program);
    expect(collector.paths).toEqual(['/own/path']);
    const [first, second, third] = collector.spans as [OtlpSpan, OtlpSpan, OtlpSpan];
    expect(first).toMatchObject({ traceId: OTHER_TRACE, parentSpanId: OTHER_PARENT });
    expect(second).toMatchObject({
      traceId: TRACE,
      parentSpanId: PARENT,
      links: [{ traceId: OTHER_TRACE, spanId: OTHER_PARENT }],
    });
    expect([TRACE, OTHER_TRACE]).not.toContain(third.traceId);
    expect(third.parentSpanId).toBeUndefined();
    expect(collector.spans).toHaveLength(3);
  });

  it('are sent by stdio, too', async () => {
    const collector = await Collector.open();
    const input = `${JSON.stringify(toolCall(1, 'get_universe_state', STATE))}\n`;
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    expect((await run(['stdio', 'universe'], { env }, input)).stdout).toContain('"result"');
    expect(collector.spans.map(({ name }) => name)).toEqual(['tools/call get_universe_state']);
  });

  it('are sampled as OTEL_TRACES_SAMPLER says', async () => {
    const collector = await Collector.open();
    const program = serve({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    });
    const url = await program.url();
    await traced(url, {});
    await traced(url, { meta: `00-${TRACE}-${PARENT}-01` });
    await stop(program);
    expect(collector.spans).toMatchObject([{ traceId: TRACE }]);
  });

  it('need no collector that answers: requests and the stop go on', async () => {
    const gone = `http://127.0.0.1:${await closedPort()}`;
    for (const collector of [gone, await openSilentCollector()]) {
      const program = serve({ OTEL_EXPORTER_OTLP_ENDPOINT: collector });
      await traced(await program.url(), {});
      expect((await stop(program)).code).toBe(0);
    }
  });

  it('open no connection without the variable, and none where the SDK is disabled', async () => {
    const collector = await Collector.open();
    const cwd = await temporaryFolder();
    const spy = join(cwd, 'spy.mjs');
    await writeFile(
      spy,
      `import { Socket } from 'node:net';
      const { connect } = Socket.prototype;
      Socket.prototype.connect = function (...given) {
        process.stderr.write('a connection is opened\\n');
        return connect.apply(this, given);
      };`,
    );
    const connections = async (env: Record<string, string>) => {
      const program = serve({ NODE_OPTIONS: `--import=${pathToFileURL(spy)}`, ...env }, cwd);
      await traced(await program.url(), { meta: `00-${TRACE}-${PARENT}-01` });
      return (await stop(program)).stderr.split('a connection is opened').length - 1;
    };
    const OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
    expect(await connections({ OTEL_EXPORTER_OTLP_ENDPOINT })).toBeGreaterThan(0);
    expect(await connections({})).toBe(0);
    expect(await connections({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toBe(0);
    expect(await connections({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toBe(0);
  });
});
