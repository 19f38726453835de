/** The real server program as a child process, to be killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../apps/worldwire/bin/worldwire.js', import.meta.url));
const STDERR_KEPT = 8_000;

/** @type {Set<import('node:child_process').ChildProcess>} */
const living = new Set();
process.on('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

export class ServerProcess {
  #child;
  #stderr = '';

  /**
   * @param {object} options
   * @param {string} options.store as for --store
   * @param {string} options.data an existing folder
   * @param {number} [options.fileBlocks] no file may grow past so many KiB; the soft limit, so it can be raised
   */
  constructor({ store, data, fileBlocks }) {
    const args = ['serve', 'universe', '--port', '0', '--json', '--log-level', 'warn'];
    const line = [process.execPath, PROGRAM, ...args, '--data', data, '--store', store];
    if (fileBlocks !== undefined) {
      line.unshift('bash', '-c', 'ulimit -S -f "$1" && shift && exec "$@"', 'bash', String(fileBlocks));
    }
    const [command, ...rest] = line;
    // Its own home, so that neither this user's settings nor their files play a part.
    const env = { PATH: process.env.PATH ?? '', HOME: data };
    this.#child = spawn(command, rest, { cwd: data, env, stdio: ['ignore', 'pipe', 'pipe'] });
    living.add(this.#child);
    this.#child.stderr.on('data', chunk => {
      this.#stderr = (this.#stderr + chunk).slice(-STDERR_KEPT);
    });
    this.ended = once(this.#child, 'close').finally(() => living.delete(this.#child));
    /** The address of its web interface, once it listens. */
    this.ready = this.#listening();
    this.ready.catch(() => {});
  }

  get pid() {
    return this.#child.pid;
  }

  /** The last it had to say. */
  get stderr() {
    return this.#stderr;
  }

  /** Signals at once, and resolves when the process is gone. */
  async kill(signal = /** @type {NodeJS.Signals} */ ('SIGKILL')) {
    this.#child.kill(signal);
    await this.ended;
  }

  /** @returns {Promise<string>} */
  #listening() {
    return new Promise((resolve, reject) => {
      createInterface({ input: this.#child.stdout }).on('line', line => {
        if (line.includes('"listening"')) resolve(new URL(JSON.parse(line).url).origin);
      });
      this.ended.then(
        ([code]) => reject(new Error(`The server ended with ${code} before it listened.\n${this.#stderr}`)),
        reject,
      );
    });
  }
}
