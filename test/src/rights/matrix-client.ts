import type { FramesClient, JsonObject } from '@worldwire/protocol';
import { connectFrames } from '@worldwire/transports/frames';
import { JSON_HEADERS, modern, openSession } from '../harness.js';
import { EventReader } from '../http/event-reader.js';
import { until } from '../http/until.js';
import type { RightSet } from './right-sets.js';

const REFUSED = /needs the right ([\w.]+:\w+)/;

/** "refused" where a right is missing. Any other answer is one of the world, and so the way was open. */
export type Verdict = 'allowed' | 'refused';

export function verdict(text: string): Verdict {
  return REFUSED.test(text) && !hasResult(text) ? 'refused' : 'allowed';
}

interface Result {
  readonly isError?: boolean;
  /** Of the dialect of Unity, in which a refused write is a result. */
  readonly content?: readonly { readonly json?: { readonly ok?: boolean } }[];
}

/** A result may quote the refusals of others, as a log does. */
function hasResult(text: string): boolean {
  const { result } = JSON.parse(text) as { result?: Result };
  return result !== undefined && result.isError !== true && result.content?.[0]?.json?.ok !== false;
}

type Page = Partial<Record<string, { uri?: string; name: string }[]>> & { nextCursor?: string };

const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

/** A connection of HTTP with SSE. */
interface Old {
  readonly url: string;
  readonly stream: EventReader;
}

/** Sends requests with one token over every wire. */
export class MatrixClient {
  readonly #sessions = new Map<string, Promise<Record<string, string>>>();
  #frames: Promise<FramesClient> | undefined;
  #old: Promise<Old> | undefined;
  #id = 0;

  constructor(
    readonly set: RightSet,
    readonly base: string,
    readonly framesPort: number,
  ) {}

  get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.set.token}` };
  }

  /** A request of 2026-07-28. */
  async stateless(path: string, method: string, params: JsonObject): Promise<Verdict> {
    return this.#read(await fetch(this.base + path, modern(method, params, { headers: this.headers })));
  }

  /** The same of a client that supports tasks. */
  async asTask(path: string, method: string, params: JsonObject): Promise<Verdict> {
    const sent = modern(method, params, { headers: this.headers, capabilities: TASKS });
    return this.#read(await fetch(this.base + path, sent));
  }

  /** A call with its structured answer, of the tool or of its error. */
  async call(path: string, name: string, args: JsonObject): Promise<JsonObject> {
    const sent = modern('tools/call', { name, arguments: args }, { headers: this.headers });
    const { result } = (await (await fetch(this.base + path, sent)).json()) as {
      result: { structuredContent?: JsonObject };
    };
    return result.structuredContent ?? {};
  }

  /** A message of HTTP with SSE, which is answered on the stream of its connection. */
  async old(path: string, method: string, params: JsonObject): Promise<Verdict> {
    this.#old ??= this.#connectOld(path);
    const { url, stream } = await this.#old;
    return this.#postOld(url, stream, this.#rpc(method, params));
  }

  /** A request of an older revision, in one session for all. */
  async inSession(revision: string, path: string, method: string, params: JsonObject): Promise<Verdict> {
    return this.#post(path, await this.#session(revision, path), this.#rpc(method, params));
  }

  /** The same in a session of its own, for methods that end it. */
  async inOwnSession(path: string, method: string, params: JsonObject): Promise<Verdict> {
    const session = await openSession(this.base + path, '2025-11-25', {}, this.headers);
    return this.#post(path, session, this.#rpc(method, params));
  }

  /** A request of a dialect without a session. */
  async bare(path: string, method: string, params: JsonObject): Promise<Verdict> {
    return this.#post(path, { ...JSON_HEADERS, ...this.headers }, this.#rpc(method, params));
  }

  /** One batch of 2025-03-26: the verdicts in the order of the requests. */
  async batch(path: string, requests: readonly (readonly [string, JsonObject])[]): Promise<Verdict[]> {
    const messages = requests.map(([method, params]) => this.#rpc(method, params));
    const response = await fetch(this.base + path, {
      method: 'POST',
      headers: await this.#session('2025-03-26', path),
      body: JSON.stringify(messages),
    });
    const replies = (await response.json()) as { id: number }[];
    const byId = new Map(replies.map(reply => [reply.id, JSON.stringify(reply)]));
    return messages.map(({ id }) => verdict(byId.get(id) as string));
  }

  /** The names or URIs in all pages of a list. */
  async list(method: string, key: 'tools' | 'resources' | 'prompts'): Promise<string[]> {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const sent = modern(method, cursor === undefined ? {} : { cursor }, { headers: this.headers });
      const { result } = (await (await fetch(`${this.base}/mcp`, sent)).json()) as { result: Page };
      found.push(...(result[key] ?? []).map(({ uri, name }) => uri ?? name));
      cursor = result.nextCursor;
    } while (cursor !== undefined);
    return found;
  }

  async web(method: string, path: string, headers: Record<string, string> = {}): Promise<Verdict> {
    const body = method === 'GET' || method === 'HEAD' ? {} : { body: '{}' };
    const all = { 'content-type': 'application/json', ...this.headers, ...headers };
    return this.#read(await fetch(this.base + path, { method, headers: all, ...body }));
  }

  /** A request on the frames wire, in a session or by its own revision. */
  async frames(method: string, params: JsonObject): Promise<Verdict> {
    this.#frames ??= this.#connect();
    const client = await this.#frames;
    return client.request(method, params).then(
      result => verdict(JSON.stringify({ result })),
      ({ message }: Error) => verdict(JSON.stringify({ message })),
    );
  }

  async close(): Promise<void> {
    (await this.#frames)?.close();
    (await this.#old)?.stream.cut();
  }

  async #connectOld(path: string): Promise<Old> {
    const stream = await EventReader.open(this.base + path, { ...this.headers, accept: 'text/event-stream' });
    await until(() => stream.events.length > 0, 'the endpoint');
    const url = new URL(stream.events[0]?.data as string, this.base).href;
    const clientInfo = { name: 'test', version: '1' };
    const params = { protocolVersion: '2024-11-05', capabilities: {}, clientInfo };
    await this.#postOld(url, stream, this.#rpc('initialize', params));
    return { url, stream };
  }

  async #postOld(url: string, stream: EventReader, message: { readonly id: number }): Promise<Verdict> {
    const sent = { method: 'POST', headers: { ...JSON_HEADERS, ...this.headers } };
    const response = await fetch(url, { ...sent, body: JSON.stringify(message) });
    if (response.status !== 202) return this.#read(response);
    await response.arrayBuffer();
    const find = () => stream.events.find(({ data }) => data.includes(`"id":${message.id},`));
    await until(() => find() !== undefined, `the answer to ${message.id}`);
    return verdict(find()?.data as string);
  }

  async #connect(): Promise<FramesClient> {
    const client = await connectFrames('127.0.0.1', this.framesPort);
    await client.authenticate(this.set.token);
    const clientInfo = { name: 'test', version: '1' };
    await client.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    return client;
  }

  #session(revision: string, path: string): Promise<Record<string, string>> {
    const key = `${revision} ${path}`;
    const known = this.#sessions.get(key);
    if (known !== undefined) return known;
    const opened = openSession(this.base + path, revision, {}, this.headers);
    this.#sessions.set(key, opened);
    return opened;
  }

  #rpc(method: string, params: JsonObject) {
    return { jsonrpc: '2.0', id: ++this.#id, method, params };
  }

  async #post(path: string, headers: Record<string, string>, body: object): Promise<Verdict> {
    return this.#read(await fetch(this.base + path, { method: 'POST', headers, body: JSON.stringify(body) }));
  }

  /** A stream that was opened is not read to its end. */
  async #read(response: Response): Promise<Verdict> {
    if (response.status === 401) throw new Error(`The token of ${this.set.name} is not valid.`);
    // Answers with an end have a length.
    const lines = response.status === 200 && response.headers.get('transfer-encoding') === 'chunked';
    const streams = lines || /event-stream|ndjson/.test(response.headers.get('content-type') ?? '');
    if (streams) {
      await response.body?.cancel();
      return 'allowed';
    }
    const text = await response.text();
    return response.status === 403 && text === '' ? 'refused' : verdict(text);
  }
}
