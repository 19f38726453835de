/** The real program as a child process, with its memory sampled. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { descendants, openSockets, processMemory } from './process-memory.mjs';
import { within } from './wait.mjs';

const START_MS = 30_000;
const STOP_MS = 15_000;
const SAMPLE_MS = 100;
const MAX_STDERR = 1_000_000;
/** A server with more memory has failed and is killed, to protect the machine. */
export const KILL_BYTES = 2.5 * 1024 ** 3;

/** @type {Set<import('node:child_process').ChildProcess>} */
const living = new Set();
process.on('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

/**
 * @typedef {object} Launch
 * @property {string[]} command the program and its arguments
 * @property {string} cwd
 * @property {Record<string, string>} [env]
 * @property {'kept' | 'unread' | number} [stderr] kept in memory, a pipe that is never read, or a file descriptor
 * @property {number} [listeners] addresses to wait for; 0 leaves its standard output unread
 * @property {boolean} [input] whether it gets a standard input to write to
 */

export class ServerProcess {
  #child;
  #sampler;
  #stderr = '';
  /** @type {Record<string, string>} the address of each world, and of the wire `frames` */
  urls = {};
  peakChildren = 0;
  /** The server grew beyond KILL_BYTES. */
  overgrown = false;

  /** @param {Launch} launch */
  constructor({ command: [program, ...args], cwd, env = {}, stderr = 'kept', listeners = 1, input = false }) {
    const clean = { PATH: process.env.PATH ?? '', HOME: cwd, TMPDIR: cwd, ...env };
    const channel = typeof stderr === 'number' ? stderr : 'pipe';
    this.#child = spawn(program, args, {
      cwd,
      env: clean,
      stdio: [input ? 'pipe' : 'ignore', 'pipe', channel],
    });
    living.add(this.#child);
    if (stderr === 'kept') {
      this.#child.stderr?.on('data', chunk => {
        this.#stderr = (this.#stderr + chunk).slice(-MAX_STDERR);
      });
    }
    /** @type {Promise<{ code: number | null, signal: string | null }>} */
    this.ended = once(this.#child, 'exit').then(([code, signal]) => {
      living.delete(this.#child);
      clearInterval(this.#sampler);
      return { code, signal };
    });
    const listening = listeners === 0 ? Promise.resolve() : this.#listening(listeners);
    this.ready = within(listening, START_MS, 'starting the server');
    this.ready.catch(() => {});
    this.memory = { rss: 0, peak: 0 };
    this.startRss = 0;
    this.#sampler = setInterval(() => this.sample(), SAMPLE_MS);
    this.#sampler.unref();
  }

  get pid() {
    return /** @type {number} */ (this.#child.pid);
  }

  get input() {
    return /** @type {import('node:stream').Writable} */ (this.#child.stdin);
  }

  get alive() {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get stderr() {
    return this.#stderr;
  }

  get sockets() {
    return openSockets(this.pid);
  }

  /** @returns {{ rss: number, peak: number }} bytes; what was last known, once the process has ended */
  sample() {
    if (this.alive) this.memory = processMemory(this.pid) ?? this.memory;
    const children = descendants(this.pid).map(pid => processMemory(pid)?.peak ?? 0);
    this.peakChildren = Math.max(
      this.peakChildren,
      children.reduce((sum, peak) => sum + peak, 0),
    );
    if (this.memory.rss > KILL_BYTES && this.alive) {
      this.overgrown = true;
      this.#child.kill('SIGKILL');
    }
    return this.memory;
  }

  /** @param {NodeJS.Signals} signal */
  signal(signal) {
    this.#child.kill(signal);
  }

  /** @param {NodeJS.Signals} [signal] */
  async stop(signal = 'SIGTERM') {
    this.sample();
    if (!this.alive) return;
    this.#child.kill(signal);
    try {
      await within(this.ended, STOP_MS, 'stopping the server');
    } catch {
      this.#child.kill('SIGKILL');
      await this.ended;
    }
  }

  /** @param {number} expected */
  #listening(expected) {
    return new Promise((resolve, reject) => {
      let seen = 0;
      createInterface({ input: /** @type {any} */ (this.#child.stdout) }).on('line', line => {
        if (!line.includes('"listening"') || line.includes('"wire":"console"')) return;
        const { world, wire, url } = JSON.parse(line);
        this.urls[wire === 'http' ? world : wire] = url;
        if (++seen < expected) return;
        this.startRss = this.sample().rss;
        resolve(undefined);
      });
      this.#child.on('error', reject);
      this.ended.then(({ code, signal }) =>
        reject(new Error(`the server ended with ${code ?? signal} before it listened: ${this.#stderr}`)),
      );
    });
  }
}
