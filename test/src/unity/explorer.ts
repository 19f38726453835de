import { META_OPERATION_KEY } from '@worldwire/protocol';

const PREFIX = 'worldwire/';

export interface Failure {
  readonly code: number;
  readonly message: string;
  readonly data: { readonly kind: string; readonly hint?: string; readonly detail?: unknown };
}

export interface Wire {
  readonly jsonrpc: string;
  readonly id: string | number | null;
  readonly result: Record<string, unknown> & {
    readonly content: readonly {
      readonly type: string;
      readonly mimeType: string;
      readonly text: string;
      readonly json: Dto;
    }[];
    readonly contents: readonly { readonly uri: string; readonly mimeType: string; readonly text: string }[];
    readonly tools: readonly {
      readonly name: string;
      readonly description: string;
      readonly inputSchema: { readonly properties?: Record<string, object> };
    }[];
    readonly resources: readonly { readonly uri: string }[];
    readonly structuredContent: Dto;
    readonly isError?: boolean;
  };
  readonly error: Failure;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Wire;
}

export interface Card {
  readonly Id: string;
  readonly Name: string;
  readonly Path: string;
  readonly Type: string;
  readonly Signature: string;
  readonly Message: string;
  readonly Level: string;
  readonly Index: number;
  readonly Active: boolean;
  readonly Outcome: string;
  readonly Tool: string;
  readonly Total: number;
}

/** What tools and resources answer, each of them a part of it. */
export interface Dto extends Record<string, unknown> {
  readonly Total: number;
  readonly Items: readonly (Card & Record<string, unknown>)[];
  readonly ok: boolean;
  readonly valueText: string;
  readonly valueJson: unknown;
  readonly before: unknown;
  readonly after: unknown;
  readonly result: unknown;
  readonly error: { readonly kind: string; readonly message: string; readonly hint?: string };
}

export interface Refused {
  readonly status: number;
  /** Of a protocol error. The refusal of a tool that writes is a result. */
  readonly code?: number;
  readonly kind: string;
  readonly message: string;
  readonly hint: string;
}

/** A client of the Unity Explorer interface, which posts to /message and opens no session. */
export class Explorer {
  constructor(
    readonly base: string,
    readonly headers: Readonly<Record<string, string>> = {},
    readonly path = '/message',
  ) {}

  async post(body: unknown): Promise<Answer> {
    const response = await fetch(`${this.base}${this.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...this.headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (text === '' ? {} : JSON.parse(text)) as Wire,
    };
  }

  rpc(method: string, params: object = {}, id: string | number = 1): Promise<Answer> {
    return this.post({ jsonrpc: '2.0', id, method, params });
  }

  call(name: string, args: object = {}, key?: string): Promise<Answer> {
    const meta = key === undefined ? {} : { _meta: { [META_OPERATION_KEY]: key } };
    return this.rpc('call_tool', { name, arguments: args, ...meta });
  }

  /** What a tool answers, without the fields that every answer has. Throws where it fails. */
  async tool(name: string, args: object = {}, key?: string): Promise<Dto> {
    const { revision: _, journalId: __, undo: ___, ...own } = await this.whole(name, args, key);
    return own as Dto;
  }

  /** Applies a write with the digest of its dry run. */
  async planned(name: string, args: object): Promise<Dto> {
    const { digest } = await this.whole(name, { ...args, dryRun: true });
    return this.tool(name, { ...args, expectDigest: digest });
  }

  /** What a tool answers, with all fields: those that the document lacks are in `_meta`. */
  async whole(name: string, args: object = {}, key?: string): Promise<Dto> {
    const { status, body } = await this.call(name, args, key);
    const answer = body.result?.content[0]?.json;
    if (status !== 200 || answer === undefined || answer.error !== undefined)
      throw new Error(`${name} answered ${status}: ${JSON.stringify(body.error ?? answer)}`);
    return { ...answer, ...beside(body.result) };
  }

  /** Why a tool refuses. Throws where it does not. */
  async refusal(name: string, args: object = {}, key?: string): Promise<Refused> {
    const { status, body } = await this.call(name, args, key);
    if (body.error !== undefined) {
      const { code, message, data } = body.error;
      return { status, code, message, kind: data.kind, hint: data.hint ?? '' };
    }
    const { ok, error } = body.result.content[0]!.json;
    if (ok !== false || error === undefined)
      throw new Error(`${name} was not refused: ${JSON.stringify(body.result).slice(0, 500)}`);
    return { status, hint: '', ...error };
  }

  async read(uri: string): Promise<Dto> {
    const { status, body } = await this.rpc('read_resource', { uri });
    if (status !== 200) throw new Error(`${uri} answered ${status}: ${JSON.stringify(body.error)}`);
    const { revision: _, ...others } = beside(body.result);
    return { ...(JSON.parse(body.result.contents[0]!.text) as Dto), ...others };
  }

  /** The id of the only object with this path. */
  async find(path: string): Promise<string> {
    const { Items } = await this.tool('SearchObjects', { path, limit: 500 });
    const found = Items.filter(({ Path }) => Path === path);
    if (found.length !== 1) throw new Error(`${found.length} objects have the path ${path}.`);
    return found[0]!.Id;
  }

  async value(objectId: string, componentType: string, name: string): Promise<unknown> {
    return (await this.tool('ReadComponentMember', { objectId, componentType, name })).valueJson;
  }

  async active(id: string): Promise<boolean> {
    return (await this.tool('GetObject', { id })).Active as boolean;
  }
}

/** The members of an answer that the document lacks, by their names. */
function beside({ _meta: meta = {} }: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(meta as object).filter(([name]) => name.startsWith(PREFIX));
  return Object.fromEntries(entries.map(([name, value]) => [name.slice(PREFIX.length), value]));
}
