import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';

/** A call that waits for a person is answered when the person decides. */
const PATIENCE_MS = 120_000;

export interface AgentResult {
  readonly isError: boolean;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what a test states.
  readonly facts: any;
}

/** The official MCP client, with the token of a principal. */
export class NamedAgent {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  static async connect(url: string, token: string, name: string): Promise<NamedAgent> {
    const client = new Client(
      { name, version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    const headers = { authorization: `Bearer ${token}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    onTestFinished(() => client.close());
    return new NamedAgent(client);
  }

  call(name: string, args: Record<string, unknown>): Promise<AgentResult> {
    const calling = this.#call(name, args);
    // A test that fails does not wait for its calls.
    calling.catch(() => {});
    return calling;
  }

  async #call(name: string, args: Record<string, unknown>): Promise<AgentResult> {
    const result = await this.#client.callTool({ name, arguments: args }, { timeout: PATIENCE_MS });
    const content = result.content as readonly { readonly text?: string }[];
    return {
      isError: result.isError === true,
      text: content.map(({ text = '' }) => text).join('\n'),
      facts: result.structuredContent,
    };
  }

  /** Sends a command to a universe, which must succeed. */
  async command(command: object, universeId = 'sol'): Promise<AgentResult> {
    const result = await this.call('send_universe_command', { universeId, command });
    if (result.isError) throw new Error(result.text);
    return result;
  }

  /** Bodies of a universe as text. */
  state(ids: readonly string[], universeId = 'sol'): Promise<AgentResult> {
    return this.call('get_universe_state', { universeId, ids });
  }
}
