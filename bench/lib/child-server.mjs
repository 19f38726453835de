/** A server program as a child process. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { end, tracked } from './children.mjs';
import { within } from './time-limit.mjs';

const START_SECONDS = 20;
const ANSWER_SECONDS = 30;
const MAX_STDERR = 4_000;

export function programPath(program) {
  return fileURLToPath(new URL(`../servers/${program}`, import.meta.url));
}

export class ChildServer {
  #child;
  #stderr = '';
  #lastId = 0;
  #waiting = new Map();

  static async start(program, launch) {
    const server = new ChildServer(program, launch);
    try {
      server.url = await within(server.#listening(), START_SECONDS, `starting ${program}`);
      return server;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  constructor(program, { nodeOptions = ['--expose-gc'], args = [], env, log } = {}) {
    this.program = program;
    this.url = '';
    this.#child = tracked(
      spawn(process.execPath, [...nodeOptions, programPath(program), ...args, '--port', '0'], {
        stdio: ['ignore', 'pipe', log ?? 'pipe', 'ipc'],
        env: { ...process.env, ...env },
      }),
    );
    this.#child.stderr?.on('data', chunk => {
      this.#stderr = (this.#stderr + chunk).slice(-MAX_STDERR);
    });
    this.#child.on('message', message => this.#childOnMessage(message));
    this.#child.on('exit', () => this.#childOnExit());
  }

  ask(what) {
    const id = ++this.#lastId;
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#child.send({ id, ask: what });
    return within(answer, ANSWER_SECONDS, `asking ${this.program} for ${what}`);
  }

  async cpuSeconds() {
    const { user, system } = await this.ask('cpu');
    return (user + system) / 1e6;
  }

  get pid() {
    return this.#child.pid;
  }

  stop() {
    return end(this.#child);
  }

  #listening() {
    return new Promise((resolve, reject) => {
      let output = '';
      this.#child.stdout?.on('data', chunk => {
        if (this.url) return;
        output += chunk;
        const line = output.split('\n').find(isEndpoint);
        if (line && output.endsWith('\n')) resolve(JSON.parse(line).url);
      });
      this.#child.on('error', reject);
      this.#child.on('exit', code =>
        reject(new Error(`${this.program} ended with ${code}: ${this.#stderr}`)),
      );
    });
  }

  #childOnMessage({ id, answer, failure }) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (failure === undefined) waiting?.resolve(answer);
    else waiting?.reject(new Error(`${this.program}: ${failure}`));
  }

  #childOnExit() {
    for (const { reject } of this.#waiting.values()) {
      reject(new Error(`${this.program} ended before it answered: ${this.#stderr}`));
    }
    this.#waiting.clear();
  }
}

/** A line with the address of an endpoint. The console of worldwire has another line. */
function isEndpoint(line) {
  return line.startsWith('{"event":"listening"') && !line.includes('"wire":"console"');
}
