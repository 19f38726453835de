/** What the page of the console does: it opens a session, keeps its key, and sends both halves with every request. */
export class BrowserPage {
  cookie: string | undefined;
  setCookie = '';
  key: string | undefined;

  /** `base` is the address of the page, with a slash at its end. */
  constructor(readonly base: string) {}

  /** Opens a link, as a person does. */
  static async open(link: string): Promise<BrowserPage> {
    const page = new BrowserPage(link.split('#')[0] as string);
    const response = await page.logIn({ code: codeOf(link) });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    await response.body?.cancel();
    return page;
  }

  async logIn(credential: object, headers: Record<string, string> = {}): Promise<Response> {
    const response = await this.send('POST', 'session', credential, headers);
    this.setCookie = response.headers.get('set-cookie') ?? this.setCookie;
    if (response.status === 200) {
      this.cookie = this.setCookie.split(';')[0];
      this.key = ((await response.clone().json()) as { key: string }).key;
    }
    return response;
  }

  send(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(new URL(path, this.base), {
      method,
      redirect: 'manual',
      headers: {
        ...(this.cookie !== undefined && { cookie: this.cookie }),
        ...(this.key !== undefined && { 'x-worldwire-key': this.key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  async status(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<number> {
    const response = await this.send(method, path, body, headers);
    await response.body?.cancel();
    return response.status;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the shape is what a test states.
  async get(path: string): Promise<any> {
    return (await this.send('GET', path)).json();
  }
}

export function codeOf(link: string): string {
  return link.split('#login=')[1] as string;
}

/** The body of a call of a tool, of 2026-07-28. */
export function toolCall(name: string, args: object) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'page', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, _meta: meta } },
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
  };
}
