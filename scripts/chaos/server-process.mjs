/** The server program as a child process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../apps/worldwire/bin/worldwire.js', import.meta.url));
const MAX_STDERR = 8_000;

const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export class ServerProcess {
  #child;
  #stderr = '';

  constructor({ store, data, fileBlocks }) {
    const args = ['serve', 'universe', '--port', '0', '--json', '--log-level', 'warn'];
    const line = [process.execPath, PROGRAM, ...args, '--data', data, '--store', store];
    if (fileBlocks !== undefined) {
      line.unshift('bash', '-c', 'ulimit -S -f "$1" && shift && exec "$@"', 'bash', String(fileBlocks));
    }
    const [command, ...rest] = line;
    // Its own home, so that this user's settings and files have no effect.
    const env = { PATH: process.env.PATH ?? '', HOME: data };
    this.#child = spawn(command, rest, { cwd: data, env, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(this.#child);
    this.#child.stderr.on('data', chunk => {
      this.#stderr = (this.#stderr + chunk).slice(-MAX_STDERR);
    });
    this.ended = once(this.#child, 'close').finally(() => running.delete(this.#child));
    /** The address of its web interface, once it listens. */
    this.ready = this.#listening();
    this.ready.catch(() => {});
  }

  get pid() {
    return this.#child.pid;
  }

  get stderr() {
    return this.#stderr;
  }

  async kill(signal = 'SIGKILL') {
    this.#child.kill(signal);
    await this.ended;
  }

  #listening() {
    return new Promise((resolve, reject) => {
      createInterface({ input: this.#child.stdout }).on('line', line => {
        if (line.includes('"wire":"http"')) resolve(new URL(JSON.parse(line).url).origin);
      });
      this.ended.then(
        ([code]) => reject(new Error(`The server ended with ${code} before it listened.\n${this.#stderr}`)),
        reject,
      );
    });
  }
}
