const REVISION = '2025-11-25';

/**
 * An MCP client that counts what a model would pay: calls, and bytes of the results that it receives. It knows nothing but what
 * the server says.
 */
export class Agent {
  calls = 0;
  bytes = 0;
  instructions = '';
  #url;
  #headers;
  #id = 0;

  static async connect(url, { token, name = 'agent' } = {}) {
    const agent = new Agent(url, token);
    const { result, headers } = await agent.#send('initialize', {
      protocolVersion: REVISION,
      capabilities: {},
      clientInfo: { name, version: '1' },
    });
    agent.instructions = result.instructions ?? '';
    agent.#headers['mcp-session-id'] = headers.get('mcp-session-id');
    agent.#headers['mcp-protocol-version'] = REVISION;
    await agent.#post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return agent;
  }

  constructor(url, token) {
    this.#url = url;
    this.#headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token && { authorization: `Bearer ${token}` }),
    };
  }

  /** The entries of tools/list. Not counted: a host reads them once for all tasks. */
  async tools() {
    return (await this.#send('tools/list', {})).result.tools;
  }

  async request(method, params = {}) {
    return (await this.#send(method, params)).result;
  }

  /** Calls a tool and returns its data. Throws if the call fails. */
  async call(tool, args = {}) {
    const { result, text, data } = await this.attempt(tool, args);
    if (result.isError) throw new Error(`${tool} ${JSON.stringify(args)} failed: ${text}`);
    return data;
  }

  /** Calls a tool, and returns its result whether it failed or not. An error of the protocol counts as a failed result. */
  async attempt(tool, args = {}) {
    this.calls++;
    const { result, error } = await this.#exchange('tools/call', { name: tool, arguments: args });
    this.bytes += Buffer.byteLength(JSON.stringify(result ?? error));
    if (error !== undefined) {
      const text =
        error.data?.hint === undefined ? error.message : `${error.message}\nHint: ${error.data.hint}`;
      return { result: { isError: true, content: [] }, text, data: undefined };
    }
    const text = result.content.find(({ type }) => type === 'text')?.text ?? '';
    return { result, text, data: result.structuredContent ?? parsed(text) };
  }

  /** Starts to count for the next task. */
  reset() {
    this.calls = 0;
    this.bytes = 0;
  }

  async #send(method, params) {
    const { result, error, headers } = await this.#exchange(method, params);
    if (result === undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return { result, headers };
  }

  async #exchange(method, params) {
    const id = ++this.#id;
    const response = await this.#post({ jsonrpc: '2.0', id, method, params });
    const body = await response.text();
    const messages = response.headers.get('content-type')?.startsWith('text/event-stream')
      ? body.split('\n').flatMap(line => (line.startsWith('data: {') ? [JSON.parse(line.slice(6))] : []))
      : [JSON.parse(body)];
    const reply = messages.find(message => message.id === id) ?? messages[0];
    return { ...reply, headers: response.headers };
  }

  #post(message) {
    return fetch(this.#url, { method: 'POST', headers: this.#headers, body: JSON.stringify(message) });
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
