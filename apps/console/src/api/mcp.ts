import { RequestFailed, request } from './http.js';

const REVISION = '2026-07-28';
const CLIENT = { name: 'worldwire-console', version: '0.1.0' };

export interface ToolResult {
  readonly content: readonly ({ type: string; text?: string; data?: string; mimeType?: string } & Record<
    string,
    unknown
  >)[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
}

let ids = 0;

/** Sends one stateless MCP request to a world: `callMethod('unity', 'tools/list', {})`. */
export async function callMethod<T>(
  world: string,
  method: string,
  params: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<T> {
  const response = await request(mcpPath(world), {
    ...methodRequest(method, params),
    ...(signal !== undefined && { signal }),
  });
  const answer = lastMessage(await response.text(), response.headers.get('content-type') ?? '');
  if (answer.error === undefined) return answer.result as T;
  const { message, data } = answer.error;
  throw new RequestFailed(200, data?.kind ?? 'Failed', message, data?.hint, undefined);
}

export function mcpPath(world: string): string {
  return `${encodeURIComponent(world)}/mcp`;
}

/** The HTTP request of one stateless MCP request. */
export function methodRequest(method: string, params: Record<string, unknown>): RequestInit {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': CLIENT,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const name = params.name ?? params.uri;
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': method,
      ...(typeof name === 'string' && /^[\x21-\x7e]+$/.test(name) && { 'mcp-name': name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: ++ids, method, params: { ...params, _meta: meta } }),
  };
}

/** Calls a tool. A result with `isError` is thrown, with its text. */
export async function callTool<T = Record<string, unknown>>(
  world: string,
  name: string,
  args: Record<string, unknown> = {},
  signal?: AbortSignal,
): Promise<T> {
  const result = await callToolRaw(world, name, args, signal);
  return (result.structuredContent ?? JSON.parse(textOf(result))) as T;
}

/** The whole result, for tools that answer with pictures. */
export async function callToolRaw(
  world: string,
  name: string,
  args: Record<string, unknown> = {},
  signal?: AbortSignal,
): Promise<ToolResult> {
  const result = await callMethod<ToolResult>(world, 'tools/call', { name, arguments: args }, signal);
  if (result.isError) throw toolFailure(textOf(result));
  return result;
}

/** The failure of a tool, which says it as text: `NotFound: There is no …`, and a line `Hint: …`. */
export function toolFailure(text: string): RequestFailed {
  const [, kind = 'ToolFailed', message = text, hint] =
    /^(?:([A-Z]\w+): )?([\s\S]*?)(?:\nHint: ([\s\S]*))?$/.exec(text) ?? [];
  return new RequestFailed(200, kind, message, hint, undefined);
}

function textOf({ content }: ToolResult): string {
  return content.flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n');
}

interface Answer {
  readonly result?: unknown;
  readonly error?: { message: string; data?: { kind?: string; hint?: string } };
}

function lastMessage(text: string, type: string): Answer {
  if (!type.startsWith('text/event-stream')) return JSON.parse(text) as Answer;
  const data = text.split(/\r?\n/).filter(line => line.startsWith('data:'));
  return JSON.parse(data.at(-1)?.slice(5) ?? '{}') as Answer;
}
