/** Servers, folders, claims and measurements of one attack. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withBystander } from './bystander.mjs';
import { runLoad } from './load.mjs';
import { MIB } from './process-memory.mjs';
import { ServerProcess } from './server.mjs';
import { sleep } from './wait.mjs';

export const MAX_RSS = 1024 * MIB;
export const GOAL_P99_MS = 100;
/** The limit: the goal with a margin for a busy machine. */
export const MAX_P99_MS = 250;
/** Or this factor of the p99 before the flood, if that is more. */
export const MAX_P99_TIMES = 50;
const CONNECTIONS = 32;

export class Skipped extends Error {}

/**
 * @typedef {object} ServeOptions
 * @property {string[]} [worlds]
 * @property {string[]} [args] further flags of serve
 * @property {Record<string, number>} [limits]
 * @property {string} [data] a folder that exists; a fresh one unless given
 * @property {string} [copyOf] a data folder to start from
 * @property {Record<string, string>} [env]
 * @property {'kept' | 'unread' | number} [stderr]
 * @property {string[]} [prefix] a command in front of the program
 * @property {boolean} [tokens] without a token file when false
 * @property {boolean} [frames]
 * @property {boolean} [wait] false: do not wait until it listens
 */

export class Lab {
  /** @type {string[]} */
  problems = [];
  /** @type {string[]} */
  notes = [];
  /** @type {{ start: number, peak: number, after: number, children: number } | undefined} */
  memory;
  /** @type {{ quiet: any, during: any, statuses: Record<string, number>, peak: number }[]} */
  floods = [];
  /** @type {{ destroy(): unknown }[]} connections that an attack holds until its end */
  sockets = [];
  /** @type {ServerProcess[]} */
  #servers = [];
  /** @type {(() => unknown)[]} */
  #cleanups = [];
  tokens = { alice: 'alice-0123456789abcdef0123456789', bob: 'bob-0123456789abcdef0123456789' };

  /** @param {{ program: string, long: boolean, shared: import('./big-universe.mjs').BigUniverse }} options */
  constructor({ program, long, shared }) {
    this.program = program;
    this.long = long;
    this.shared = shared;
    this.folder = mkdtempSync(join(tmpdir(), 'worldwire-hostile-'));
  }

  /** The value for the bounded run, or for `--long`. */
  scale(/** @type {number} */ short, /** @type {number} */ long) {
    return this.long ? long : short;
  }

  /** A false claim fails the attack; later claims are still checked. */
  claim(/** @type {unknown} */ holds, /** @type {string} */ otherwise) {
    if (!holds && !this.problems.includes(otherwise)) this.problems.push(otherwise);
    return Boolean(holds);
  }

  note(/** @type {string} */ text) {
    this.notes.push(text);
  }

  /** @param {string} reason @returns {never} */
  skip(reason) {
    throw new Skipped(reason);
  }

  onCleanup(/** @type {() => unknown} */ cleanup) {
    this.#cleanups.push(cleanup);
  }

  path(/** @type {string[]} */ ...parts) {
    return join(this.folder, ...parts);
  }

  /** @param {ServeOptions} [options] */
  async serve(options = {}) {
    try {
      return await this.#start(options);
    } catch (error) {
      // An older program may not have the limit.
      if (options.limits === undefined || !/unknown limit/.test(String(error))) throw error;
      this.note('the program knows no such limits; measured without them');
      return await this.#start({ ...options, limits: undefined });
    }
  }

  /** @param {ServeOptions} options */
  async #start({
    worlds = ['universe'],
    args = [],
    limits,
    data = mkdtempSync(this.path('data-')),
    copyOf,
    env,
    stderr,
    prefix = [],
    tokens = true,
    frames = false,
    wait = true,
  }) {
    mkdirSync(data, { recursive: true });
    if (copyOf !== undefined) cpSync(copyOf, data, { recursive: true });
    const tokenFile = this.path('tokens');
    const lines = Object.entries(this.tokens).map(([name, token]) => `${name} ${token}\n`);
    writeFileSync(tokenFile, lines.join(''), { mode: 0o600 });
    const config = this.path('worldwire.json');
    writeFileSync(config, JSON.stringify({ limits: limits ?? {} }));
    const command = [
      ...prefix,
      process.execPath,
      this.program,
      'serve',
      ...worlds,
      ...['--json', '--data', data, '--config', config],
      ...worlds.flatMap(world => ['--port', `${world}=0`]),
      ...(tokens ? ['--token-file', tokenFile] : []),
      ...(frames ? ['--frames', '--port', 'frames=0'] : []),
      ...args,
    ];
    const server = new ServerProcess({
      command,
      cwd: this.folder,
      listeners: worlds.length + Number(frames),
      ...(env && { env }),
      ...(stderr !== undefined && { stderr }),
    });
    this.#servers.push(server);
    if (wait) await server.ready;
    return Object.assign(server, { data });
  }

  /**
   * Serves one world on standard input and output. Its output is never read.
   * @param {string} world
   * @param {string} copyOf a data folder to start from
   */
  stdio(world, copyOf) {
    const data = mkdtempSync(this.path('data-'));
    cpSync(copyOf, data, { recursive: true });
    const command = [process.execPath, this.program, 'stdio', world, '--data', data];
    const server = new ServerProcess({ command, cwd: this.folder, listeners: 0, input: true });
    this.#servers.push(server);
    return server;
  }

  /**
   * Runs an attack on a server's memory, and holds the peak against the limit for a server as a whole.
   * @param {ServerProcess} server
   * @param {() => Promise<unknown>} attack
   * @param {{ settleMs?: number }} [options] how long memory may take to be released
   */
  async measureMemory(server, attack, { settleMs = 1_000 } = {}) {
    const start = server.sample().rss;
    await attack();
    await sleep(settleMs);
    const { rss, peak } = server.sample();
    this.memory = { start, peak, after: rss, children: server.peakChildren };
    this.#claimMemory(server);
  }

  /** @param {ServerProcess} server */
  #claimMemory(server) {
    const { peak } = server.sample();
    const shown = `${Math.round(peak / MIB)} MiB`;
    this.claim(!server.overgrown, `the server grew to ${shown} and was killed`);
    this.claim(server.alive || server.overgrown, `the server ended: ${server.stderr.slice(-300)}`);
    this.claim(peak < MAX_RSS, `the server held ${shown}, over ${MAX_RSS / MIB} MiB`);
  }

  /**
   * Floods as one principal, and measures a bystander of another.
   * @param {ServerProcess} server
   * @param {object} flood
   * @param {{ url: string, method?: string, headers?: Record<string, string>, bodyFile?: string }[]} [flood.requests]
   * @param {(ms: number) => Promise<Record<string, number>>} [flood.work] instead of requests: the flood, which counts its answers
   * @param {{ url: string, headers: Record<string, string>, body: string }} flood.bystander
   * @param {number} [flood.ms]
   */
  async flood(server, { requests = [], work, bystander, ms = this.scale(3_000, 20_000) }) {
    /** @type {Record<string, number>} */
    let statuses = {};
    const { quiet, during, failures } = await withBystander(
      { ...bystander, token: this.tokens.bob },
      async () => {
        const load = { requests, token: this.tokens.alice, connections: CONNECTIONS, ms };
        statuses = await (work === undefined ? runLoad(load) : work(ms));
      },
    );
    this.floods.push({ quiet, during, statuses, peak: server.sample().peak });
    this.#claimMemory(server);
    const failed = JSON.stringify(failures);
    this.claim(failed === '{}', `the bystander was refused: ${failed}`);
    const most = Math.round(Math.max(MAX_P99_MS, MAX_P99_TIMES * quiet.p99));
    this.claim(
      during.p99 <= most,
      `the bystander's p99 was ${Math.round(during.p99)} ms (goal ${GOAL_P99_MS}, fails above ${most})`,
    );
    return statuses;
  }

  async close() {
    for (const socket of this.sockets) socket.destroy();
    for (const server of this.#servers) await server.stop('SIGKILL');
    for (const cleanup of this.#cleanups.reverse()) await cleanup();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
