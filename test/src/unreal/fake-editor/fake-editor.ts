import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FakeOptions, OPEN } from './fake-options.js';
import { FakeProject } from './fake-project.js';
import { FakeRoutes } from './fake-routes.js';
import { json, type Reply, refusal } from './reply.js';

export interface FakeRequest {
  readonly verb: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/**
 * `hang`: no answer. `reset`: the connection is closed before the request is done; `cut`: it is done, and the connection is closed
 * within the answer; `saving`: refused as while packages are saved (§2 T3; the text is UNCONFIRMED). A reply is sent
 * unchanged.
 */
export type Fault =
  | 'hang'
  | 'reset'
  | 'cut'
  | 'saving'
  | (Reply & { readonly headers?: Record<string, string> });

interface PlannedFault {
  readonly on: (request: FakeRequest) => boolean;
  readonly fault: Fault;
  times: number;
}

/**
 * A FAKE of the Remote Control of an Unreal Editor, as a server on this machine. It is built from documentation and reports,
 * which comments cite by section and source ("§2 D1"), and not from an editor: a test that passes here was
 * not run on an editor.
 */
export class FakeEditor {
  readonly requests: FakeRequest[] = [];
  options: FakeOptions;
  project: FakeProject;
  readonly #halves: (() => void)[] = [];
  readonly #faults: PlannedFault[] = [];
  readonly #waiting: { readonly on: (request: FakeRequest) => boolean; readonly resolve: () => void }[] = [];
  #server: Server | undefined;
  #port = 0;

  private constructor(options: Partial<FakeOptions>) {
    this.options = { ...OPEN, ...options };
    this.project = new FakeProject(this.options);
  }

  static async start(options: Partial<FakeOptions> = {}): Promise<FakeEditor> {
    const editor = new FakeEditor(options);
    await editor.#listen();
    return editor;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Applies a fault to the next matching requests. */
  fail(fault: Fault, on: (request: FakeRequest) => boolean = () => true, times = Infinity): void {
    this.#faults.push({ on, fault, times });
  }

  heal(): void {
    this.#faults.length = 0;
  }

  /** Resolves when a matching request arrives. Call it before the request is sent. */
  received(on: (request: FakeRequest) => boolean): Promise<void> {
    return new Promise(resolve => this.#waiting.push({ on, resolve }));
  }

  /** Writes the second half of screenshots that are written in halves. */
  finishScreenshots(): void {
    for (const finish of this.#halves.splice(0)) finish();
  }

  /** Closes the server and all connections. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const closed = new Promise(resolve => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  /** Starts again at the same address, without unsaved changes. */
  async comeBack(changes: Partial<FakeOptions> = {}): Promise<void> {
    this.options = { ...this.options, ...changes };
    this.project = new FakeProject(this.options);
    this.#faults.length = 0;
    await this.#listen();
  }

  async #listen(): Promise<void> {
    const server = createServer((request, response) => void this.#serve(request, response));
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.#port, '127.0.0.1', resolve);
    });
    this.#port = (server.address() as AddressInfo).port;
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await read(incoming);
    this.options.onRequest();
    this.requests.push(request);
    const planned = this.#faults.find(each => each.times > 0 && each.on(request));
    if (planned !== undefined) planned.times--;
    this.#meet(request, response, planned?.fault);
    for (const { on, resolve } of this.#waiting) if (on(request)) resolve();
  }

  #meet(request: FakeRequest, response: ServerResponse, fault: Fault | undefined): void {
    if (fault === 'hang') return;
    if (fault === 'reset') return void response.socket?.destroy();
    if (fault === 'saving') {
      return send(response, refusal('The object cannot be resolved while the editor is saving packages.'));
    }
    if (typeof fault === 'object') return send(response, fault, fault.headers);
    const reply = this.#answer(request);
    if (reply === 'ends') return void this.stop();
    if (fault !== 'cut') return send(response, reply);
    response.writeHead(200, { 'content-type': reply.type, 'content-length': reply.body.length + 10 });
    response.write(reply.body, () => response.socket?.destroy());
    response.flushHeaders();
  }

  /** The reply, or that the editor stops. */
  #answer({ verb, path, headers, body }: FakeRequest): Reply | 'ends' {
    const routes = new FakeRoutes(this.options, this.project, this.#halves);
    try {
      return routes.answer(verb, path, headers.passphrase as string | undefined, body);
    } catch (thrown) {
      return json({ errorMessage: `the fake failed: ${String(thrown)}` }, 500);
    }
  }
}

function send(
  response: ServerResponse,
  { status, type, body }: Reply,
  headers: Record<string, string> = {},
): void {
  const length = 'transfer-encoding' in headers ? {} : { 'content-length': body.length };
  response.writeHead(status, { 'content-type': type, ...length, ...headers });
  response.end(body);
}

async function read(incoming: IncomingMessage): Promise<FakeRequest> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  const body = Buffer.concat(pieces).toString('utf8');
  return {
    verb: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: body === '' ? undefined : JSON.parse(body),
  };
}

/** A request that calls a function of this name. */
export function calls(name: string): (request: FakeRequest) => boolean {
  return ({ path, body }) =>
    path === '/remote/object/call' && (body as { functionName?: string }).functionName === name;
}

/** A request that writes a property. */
export function writes({ path, body }: FakeRequest): boolean {
  return (
    path === '/remote/object/property' && String((body as { access?: string }).access).startsWith('WRITE')
  );
}
