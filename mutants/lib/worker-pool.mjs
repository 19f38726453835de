import { fork } from 'node:child_process';

const WORKER = new URL('./worker.mjs', import.meta.url);

/** Processes that run test files, each with its own vitest. One that does not come back is ended and replaced. */
export class WorkerPool {
  #idle = [];
  #waiting = [];
  #count;

  constructor(count) {
    this.#count = count;
  }

  async open() {
    this.#idle = await Promise.all(Array.from({ length: this.#count }, start));
  }

  /** Resolves to what the tests came to, or to "late" after `ms`. */
  async run(job, ms) {
    let worker = await this.#take();
    try {
      const reply = await answer(worker, job, ms);
      if (reply === 'late') {
        end(worker);
        worker = await start();
        return reply;
      }
      if (reply.error !== undefined) throw new Error(reply.error);
      return reply.outcome;
    } finally {
      this.#give(worker);
    }
  }

  close() {
    for (const worker of this.#idle) end(worker);
  }

  async #take() {
    return this.#idle.pop() ?? new Promise(resolve => this.#waiting.push(resolve));
  }

  #give(worker) {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(worker);
    else next(worker);
  }
}

function start() {
  // A process group of its own: a test that never yields is ended with the process that started it.
  const worker = fork(WORKER, { detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    worker.once('message', () => resolve(worker));
    worker.once('exit', code => reject(new Error(`A worker ended with code ${code} before it was ready.`)));
  });
}

function answer(worker, job, ms) {
  return new Promise(resolve => {
    const settle = reply => {
      clearTimeout(timer);
      worker.off('message', settle).off('exit', onExit);
      resolve(reply);
    };
    const onExit = code => settle({ error: `The worker ended with code ${code}.` });
    const timer = setTimeout(() => settle('late'), ms);
    worker.on('message', settle).on('exit', onExit);
    worker.send(job);
  });
}

function end(worker) {
  try {
    process.kill(-worker.pid, 'SIGKILL');
  } catch (thrown) {
    if (thrown.code !== 'ESRCH') throw thrown;
  }
}
