/** A server with agents, for pictures and figures of the console. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../apps/worldwire/bin/worldwire.js', import.meta.url));
const META = 'io.modelcontextprotocol';
const REVISION = '2026-07-28';
const TOKENS = ['nova write', 'rigel write', 'op operate approve write'];

export class ServedConsole {
  #child;
  #folder = mkdtempSync(join(tmpdir(), 'worldwire-console-'));
  link = '';
  base = '';

  static async start(worlds, flags = ['--allow', 'writes']) {
    const served = new ServedConsole();
    await served.#start(worlds, flags);
    return served;
  }

  async #start(worlds, flags) {
    const tokens = TOKENS.map(line => line.replace(/^(\S+)/, name => `${name} ${tokenOf(name)}`));
    writeFileSync(join(this.#folder, 'tokens'), `${tokens.join('\n')}\n`, { mode: 0o600 });
    const usual = [
      '--port',
      '0',
      '--port',
      'main=0',
      '--json',
      '--data',
      'data',
      '--token-file',
      'tokens',
      '--log-level',
      'warn',
    ];
    this.#child = spawn(process.execPath, [PROGRAM, 'serve', ...worlds, ...usual, ...flags], {
      cwd: this.#folder,
      env: { PATH: process.env.PATH, HOME: this.#folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    process.once('exit', () => this.#child.kill('SIGKILL'));
    const ended = once(this.#child, 'close').then(([code]) => {
      throw new Error(`The server ended with ${code} before it listened.`);
    });
    ended.catch(() => {});
    const listening = new Promise(resolve => {
      createInterface({ input: this.#child.stdout }).on('line', line => {
        if (line.includes('"wire":"console"')) resolve(line);
      });
    });
    this.base = JSON.parse(await Promise.race([listening, ended])).url;
    this.link = await this.#newLink();
  }

  /** As `worldwire console` prints it. */
  async #newLink() {
    const folder = join(this.#folder, 'data', 'operator');
    const { token } = JSON.parse(readFileSync(join(folder, readdirSync(folder)[0]), 'utf8'));
    const response = await fetch(new URL('operator/console', this.base), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    return (await response.json()).url;
  }

  get pid() {
    return this.#child.pid;
  }

  /** Calls a tool as a principal of the token file. */
  async call(principal, world, name, args) {
    const response = await fetch(new URL(`${world}/mcp`, this.base), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${tokenOf(principal)}`,
        'mcp-protocol-version': REVISION,
        'mcp-method': 'tools/call',
        'mcp-name': name,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name,
          arguments: args,
          _meta: {
            [`${META}/protocolVersion`]: REVISION,
            [`${META}/clientInfo`]: { name: principal, version: '1' },
            [`${META}/clientCapabilities`]: {},
          },
        },
      }),
    });
    const text = await response.text();
    const last = text.startsWith('{')
      ? text
      : text
          .match(/^data: ?(\{.*)$/gm)
          ?.at(-1)
          ?.slice(5);
    const { result, error } = JSON.parse(last ?? '{}');
    if (error !== undefined || result.isError) throw new Error(error?.message ?? result.content[0].text);
    return result.structuredContent ?? result;
  }

  command(principal, command, universeId = 'sol') {
    return this.call(principal, 'universe', 'send_universe_command', { universeId, command });
  }

  async close() {
    const ended = once(this.#child, 'close');
    this.#child.kill('SIGTERM');
    await ended;
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function tokenOf(name) {
  return `token-of-${name}-0123456789`;
}
