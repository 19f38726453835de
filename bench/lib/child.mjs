/** The processes that the bench starts: each is started, asked and ended in one way. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { within } from './time-limit.mjs';

const START_SECONDS = 20;
const ANSWER_SECONDS = 30;
const GRACE_MS = 2_000;
const MAX_LOG = 4_000;
const running = new Set();

/** Ends all processes when the bench is interrupted or fails. */
export function endChildrenOnExit() {
  process.on('exit', () => {
    for (const child of running) child.kill('SIGKILL');
  });
  const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
  for (const [signal, code] of Object.entries(signals)) process.on(signal, () => process.exit(code));
}

export class Child {
  url = '';
  #name;
  #ended;
  #log = '';

  /** `log` is where standard error goes, and `input` what standard input is. A program of the bench answers questions over IPC. */
  constructor(name, command, args, { env, log = 'pipe', input = 'ignore', ipc = false } = {}) {
    this.#name = name;
    const stdio = [input, 'pipe', log, ...(ipc ? ['ipc'] : [])];
    this.process = spawn(command, args, { stdio, env: { ...process.env, ...env } });
    this.pid = this.process.pid;
    running.add(this.process);
    const { stdout, stderr } = this.process;
    for (const stream of input === 'pipe' ? [stderr] : [stdout, stderr]) {
      stream?.on('data', text => {
        this.#log = (this.#log + text).slice(-MAX_LOG);
      });
    }
    this.#ended = new Promise((_, reject) => {
      this.process.on('error', reject);
      this.process.on('exit', code => reject(new Error(`${name} ended with ${code}`)));
    });
    this.#ended.catch(() => running.delete(this.process));
  }

  /** Waits for something that this process does. */
  async until(promise, seconds, doing) {
    try {
      return await within(Promise.race([promise, this.#ended]), seconds, doing);
    } catch (error) {
      throw new Error(`${error.message}\n${this.#log}`);
    }
  }

  /** Asks one question at a time. */
  async ask(what) {
    const answered = once(this.process, 'message');
    this.process.send({ ask: what });
    const doing = `asking ${this.#name} for ${what}`;
    const [{ answer, failure }] = await this.until(answered, ANSWER_SECONDS, doing);
    if (failure !== undefined) throw new Error(`${this.#name}: ${failure}`);
    return answer;
  }

  async stop() {
    const { pid, exitCode, signalCode } = this.process;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    const exited = once(this.process, 'exit');
    this.process.kill('SIGTERM');
    const timeout = setTimeout(() => this.process.kill('SIGKILL'), GRACE_MS);
    await exited;
    clearTimeout(timeout);
  }
}

export const programPath = program => fileURLToPath(new URL(`../servers/${program}`, import.meta.url));

/** Starts a program of servers/ that announces its address. */
export async function startProgram(program, { args = [], nodeOptions = ['--expose-gc'], env, log } = {}) {
  const words = [...nodeOptions, programPath(program), ...args, '--port', '0'];
  const child = new Child(program, process.execPath, words, { env, log, ipc: true });
  try {
    child.url = await child.until(announced(child.process.stdout), START_SECONDS, `starting ${program}`);
    return child;
  } catch (error) {
    await child.stop();
    throw error;
  }
}

/**
 * Starts the real program, `worldwire serve`, with its data in the folder, and then runs `prepare`. If either fails, the server is
 * stopped and the error has the end of its log. The log goes to a file, as an operator's would: a pipe would cost the driver time.
 */
export async function startProduct({ folder, args, env, nodeOptions = [] }, prepare = async () => {}) {
  // The discovery file of the unity world goes to the temporary folder. Other programs must not find this server.
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const logPath = join(folder, 'log');
  const log = openSync(logPath, 'w');
  let server;
  try {
    server = await startProgram('../../apps/worldwire/bin/worldwire.js', {
      nodeOptions: [...nodeOptions, '--import', programPath('support/answer-questions.mjs')],
      args: ['serve', ...args, '--json', '--data', folder],
      env: { ...env, TMPDIR: temporary, TEMP: temporary, TMP: temporary },
      log,
    });
    return { server, prepared: await prepare(server) };
  } catch (error) {
    await server?.stop();
    throw new Error(`${error}\n${readFileSync(logPath, 'utf8').slice(-MAX_LOG)}`);
  } finally {
    closeSync(log);
  }
}

function announced(stdout) {
  let output = '';
  return new Promise(resolve => {
    stdout.on('data', chunk => {
      output = (output + chunk).slice(-MAX_LOG);
      const line = output.split('\n').slice(0, -1).find(isEndpoint);
      if (line !== undefined) resolve(JSON.parse(line).url);
    });
  });
}

/** A line with the address of an endpoint. The console of worldwire has another line. */
const isEndpoint = line => line.startsWith('{"event":"listening"') && !line.includes('"wire":"console"');
