import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localServer, OperatorAt } from '../../../../apps/worldwire/src/testing/operator.js';
import { Program, temporaryFolder } from '../../../../apps/worldwire/src/testing/program.js';
import { NamedAgent } from './agents.js';

/** Agents with names, and a person. */
const TOKENS = ['nova write', 'rigel write', 'coder eval', 'op operate approve write'];

export interface ConsoleServerOptions {
  readonly worlds?: readonly string[];
  readonly flags?: readonly string[];
  /** Without tokens every client of this machine is one principal. The default is true. */
  readonly hasTokens?: boolean;
  /** Lines of the token file after the usual ones: name and rights. */
  readonly principals?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export function tokenOf(name: string): string {
  return `token-of-${name}-0123456789`;
}

/** The real program with its main port, on a data folder of its own. */
export class ConsoleServer {
  #program: Program | undefined;
  #base = '';
  #link = '';

  private constructor(
    readonly folder: string,
    readonly options: ConsoleServerOptions,
  ) {}

  static async start(options: ConsoleServerOptions = {}): Promise<ConsoleServer> {
    const folder = await temporaryFolder();
    const lines = [...TOKENS, ...(options.principals ?? [])].map(line =>
      line.replace(/^(\S+)/, name => `${name} ${tokenOf(name)}`),
    );
    await writeFile(join(folder, 'tokens'), `${lines.join('\n')}\n`, { mode: 0o600 });
    const server = new ConsoleServer(folder, options);
    await server.up(0);
    return server;
  }

  /** The address of the console, with a slash at the end. */
  get base(): string {
    return this.#base;
  }

  /** The one-time link that a program without tokens printed. */
  get link(): string {
    return this.#link;
  }

  /** Another one-time link, as `worldwire console` prints it. */
  async newLink(): Promise<string> {
    const { token } = await localServer(join(this.folder, 'data'));
    const operator = new OperatorAt(new URL(this.#base).origin, token);
    const { url } = (await (await operator.send('POST', 'console', {})).json()) as { url: string };
    return url;
  }

  get program(): Program {
    return this.#program as Program;
  }

  /** The endpoint of a world on the main port. */
  endpoint(world: string): string {
    return new URL(`${world}/mcp`, this.#base).href;
  }

  /** The operator's interface with the token of `op`. */
  get operator(): OperatorAt {
    return new OperatorAt(new URL(this.#base).origin, tokenOf('op'));
  }

  agent(name: string, world = 'universe'): Promise<NamedAgent> {
    return NamedAgent.connect(this.endpoint(world), tokenOf(name), name);
  }

  /** Opens a session of an MCP client for each name, as clients call themselves what they like. */
  async openSessions(names: readonly string[], world = 'universe'): Promise<void> {
    for (const name of names) {
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name, version: name } };
      const response = await fetch(this.endpoint(world), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${tokenOf('nova')}`,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
      });
      await response.text();
      if (response.status !== 200) throw new Error(`initialize answered ${response.status}`);
    }
  }

  /** Kills the program as a crash does. */
  async crash(): Promise<void> {
    this.program.kill('SIGKILL');
    await this.program.ended;
  }

  /** Starts the program again at the same address. */
  async again(): Promise<void> {
    await this.up(Number(new URL(this.#base).port));
  }

  private async up(port: number): Promise<void> {
    const {
      worlds = ['universe', 'unity', 'unreal'],
      flags = ['--allow', 'writes'],
      env = {},
    } = this.options;
    const tokens = this.options.hasTokens === false ? [] : ['--token-file', 'tokens'];
    const usual = ['--json', '--data', 'data', ...tokens, '--store', 'sqlite'];
    const ports = ['--port', '0', '--port', `main=${port}`];
    this.#program = new Program(['serve', ...worlds, ...ports, ...usual, ...flags], {
      cwd: this.folder,
      env,
    });
    const line = await this.#program.line('stdout', /"wire":"console"/);
    const { url, link = '' } = JSON.parse(line) as { url: string; link?: string };
    this.#base = url;
    this.#link = link;
  }
}
