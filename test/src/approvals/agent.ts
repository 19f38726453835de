import { Reading, type ToolResult } from '../../../apps/worldwire/src/testing/client.js';

export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
export type AgentRevision = (typeof REVISIONS)[number];

const META = 'io.modelcontextprotocol';
const CLIENT = { name: 'agent', version: '1' };
const TASKS = { extensions: { [`${META}/tasks`]: {} } };

export interface AgentOptions {
  readonly progress?: boolean;
  /** Declares that the client knows tasks, in 2026-07-28. */
  readonly tasks?: boolean;
  readonly signal?: AbortSignal;
}

/** An agent over HTTP with a token: in a session of 2025-11-25, or in 2026-07-28 without one. */
export class Agent {
  #session: Record<string, string> = {};
  #count = 0;

  constructor(
    readonly url: string,
    readonly revision: AgentRevision,
    readonly token: string,
  ) {}

  static async open(url: string, revision: AgentRevision, token: string): Promise<Agent> {
    const agent = new Agent(url, revision, token);
    if (revision === '2025-11-25') {
      const response = await agent.#post('initialize', {
        protocolVersion: revision,
        capabilities: {},
        clientInfo: CLIENT,
      });
      await response.text();
      agent.#session = { 'mcp-session-id': response.headers.get('mcp-session-id') as string };
    }
    return agent;
  }

  /** The response of a call, which may be a stream. */
  send(name: string, args: object, options: AgentOptions = {}): Promise<Response> {
    return this.#post('tools/call', { name, arguments: args }, options, name);
  }

  async call(name: string, args: object, options?: AgentOptions): Promise<ToolResult> {
    return resultFrom(await this.send(name, args, options));
  }

  // biome-ignore lint/suspicious/noExplicitAny: the shape is what a test states.
  async task(taskId: string): Promise<any> {
    const response = await this.#post('tasks/get', { taskId }, { tasks: true }, taskId);
    return resultFrom(response);
  }

  #post(method: string, params: object, options: AgentOptions = {}, name?: string): Promise<Response> {
    const id = ++this.#count;
    const stateless = this.revision === '2026-07-28';
    const meta = {
      ...(stateless && {
        [`${META}/protocolVersion`]: this.revision,
        [`${META}/clientCapabilities`]: options.tasks === true ? TASKS : {},
        [`${META}/clientInfo`]: CLIENT,
      }),
      ...(options.progress === true && { progressToken: id }),
    };
    return fetch(this.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${this.token}`,
        ...(method !== 'initialize' && { 'mcp-protocol-version': this.revision }),
        ...(stateless && { 'mcp-method': method, ...(name !== undefined && { 'mcp-name': name }) }),
        ...this.#session,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: meta } }),
      ...(options.signal !== undefined && { signal: options.signal }),
    });
  }
}

/** The result of an answer, as JSON or as the last event of a stream. */
export async function resultFrom(response: Response): Promise<ToolResult> {
  return resultIn(await new Reading(response).rest());
}

export function resultIn(text: string): ToolResult {
  const messages = text.startsWith('{')
    ? [text]
    : [...text.matchAll(/^data: ?(\S.*)$/gm)].map(([, data]) => data as string);
  const answers = messages.map(each => JSON.parse(each) as { result?: ToolResult });
  const answer = answers.find(({ result }) => result !== undefined);
  if (answer?.result === undefined) throw new Error(`No result: ${text}`);
  return answer.result;
}
