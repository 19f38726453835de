import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Account, findBinaries, run, unprivileged } from './postgres-binaries.js';
import { guard } from './watchdog.js';

/** A PostgreSQL server with its data in a temporary folder. */
export interface PostgresServer {
  readonly url: string;
  /** Ends the server without cleanup, so that the next start has to recover. */
  crash(): Promise<void>;
  /** Restarts after a crash, at the same address. */
  restart(): Promise<void>;
  /** Suspends all its processes: connections stay open without answers. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

const ATTEMPTS = 5;
const READY = 'database system is ready to accept connections';

/** Undefined if PostgreSQL is not installed. */
export async function startPostgres(): Promise<PostgresServer | undefined> {
  const binaries = await findBinaries();
  if (binaries === undefined) return undefined;
  const account = await unprivileged();
  const folder = await mkdtemp(join(tmpdir(), 'worldwire-postgres-'));
  try {
    const password = randomBytes(16).toString('hex');
    await initialize(binaries, folder, password, account);
    for (let attempt = 1; ; attempt += 1) {
      const port = await freePort();
      const server = new Server(binaries, folder, port, password, account);
      try {
        await server.restart();
        return server;
      } catch (error) {
        // Another process may have taken the port.
        if (attempt === ATTEMPTS) throw error;
      }
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

class Server implements PostgresServer {
  readonly url: string;
  readonly #binaries: string;
  readonly #folder: string;
  readonly #port: number;
  readonly #account: Account;
  #process: ChildProcess | undefined;
  #unguard: (() => void) | undefined;

  constructor(binaries: string, folder: string, port: number, password: string, account: Account) {
    this.#binaries = binaries;
    this.#folder = folder;
    this.#port = port;
    this.#account = account;
    this.url = `postgres://worldwire:${password}@127.0.0.1:${port}/postgres`;
  }

  async restart(): Promise<void> {
    const settings = [
      `port=${this.#port}`,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'fsync=on',
    ];
    const postgres = spawn(
      join(this.#binaries, 'postgres'),
      ['-D', join(this.#folder, 'data'), ...settings.flatMap(setting => ['-c', setting])],
      { ...this.#account, env: { LC_ALL: 'C' }, cwd: this.#folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    await untilReady(postgres);
    this.#process = postgres;
    this.#unguard = guard(postgres.pid!, this.#folder);
  }

  crash(): Promise<void> {
    return this.#end('SIGQUIT');
  }

  freeze(): Promise<void> {
    return this.#signalAll('SIGSTOP');
  }

  thaw(): Promise<void> {
    return this.#signalAll('SIGCONT');
  }

  async stop(): Promise<void> {
    if (this.#process !== undefined) await this.thaw();
    await this.#end('SIGINT');
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** The server first, so that it starts no further process. */
  async #signalAll(signal: NodeJS.Signals): Promise<void> {
    const server = this.#process?.pid;
    if (server === undefined) throw new Error('PostgreSQL is not running.');
    process.kill(server, signal);
    const { stdout } = await run('ps', ['-axo', 'pid=,ppid=']);
    const pairs = stdout.split('\n').map(line => line.trim().split(/\s+/).map(Number));
    for (const [pid, parent] of pairs) if (parent === server) signalOne(pid!, signal);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const postgres = this.#process;
    this.#process = undefined;
    this.#unguard?.();
    if (postgres === undefined || postgres.exitCode !== null || postgres.signalCode !== null) return;
    const exited = once(postgres, 'exit');
    postgres.kill(signal);
    await exited;
  }
}

/** A listed process may have ended. */
function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function initialize(
  binaries: string,
  folder: string,
  password: string,
  account: Account,
): Promise<void> {
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account.uid !== undefined && account.gid !== undefined) {
    await chown(folder, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  const options = [
    '--username=worldwire',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
  ];
  await run(join(binaries, 'initdb'), ['-D', join(folder, 'data'), '--no-locale', '--no-sync', ...options], {
    ...account,
    cwd: folder,
    env: { LC_ALL: 'C' },
  });
}

async function untilReady(postgres: ChildProcess): Promise<void> {
  const output: string[] = [];
  const lines = createInterface(postgres.stderr!);
  await new Promise<void>((resolve, reject) => {
    postgres.once('error', reject);
    postgres.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${output.join('\n')}`)));
    lines.on('line', line => {
      if (line.includes(READY)) resolve();
      if (output.length < 100) output.push(line);
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}
