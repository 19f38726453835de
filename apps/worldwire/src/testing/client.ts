const REVISION = '2026-07-28';
const SESSION_REVISION = '2025-06-18';
const META = 'io.modelcontextprotocol';

/** A request of the newest revision, which needs no session. */
export function callTool(
  url: string,
  name: string,
  args: object,
  options: { progress?: boolean; token?: string } = {},
) {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': 'tools/call',
      'mcp-name': name,
      ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
    },
    body: JSON.stringify(toolCall(1, name, args, options.progress)),
  });
}

export interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: object;
}

export async function resultOf(response: Response): Promise<ToolResult> {
  return ((await response.json()) as { result: ToolResult }).result;
}

export function toolCall(id: number, name: string, args: object, progress = false): object {
  return {
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: {
      name,
      arguments: args,
      _meta: {
        [`${META}/protocolVersion`]: REVISION,
        [`${META}/clientCapabilities`]: {},
        [`${META}/clientInfo`]: { name: 'test', version: '1' },
        ...(progress && { progressToken: id }),
      },
    },
  };
}

/** Opens a session of an older revision, and gives the headers that belong to it. */
export async function openSession(url: string, token?: string): Promise<Record<string, string>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(initialize(0)),
  });
  await response.text();
  return {
    'mcp-session-id': response.headers.get('mcp-session-id') as string,
    'mcp-protocol-version': SESSION_REVISION,
  };
}

export function initialize(id: number): object {
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: SESSION_REVISION, capabilities: {}, clientInfo };
  return { jsonrpc: '2.0', id, method: 'initialize', params };
}

/** Reads a response piece by piece, and can stop to look in between. */
export class Reading {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  text = '';

  constructor(response: Response) {
    this.#reader = (response.body as ReadableStream<Uint8Array>).getReader();
  }

  async until(wanted: string): Promise<void> {
    while (!this.text.includes(wanted)) {
      if (!(await this.#more())) throw new Error(`The response ended without ${wanted}: ${this.text}`);
    }
  }

  async rest(): Promise<string> {
    while (await this.#more());
    return this.text;
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#reader.read();
    if (value !== undefined) this.text += this.#decoder.decode(value, { stream: true });
    return !done;
  }
}
