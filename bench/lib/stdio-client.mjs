/** Drives a server program over its standard input and output, one JSON-RPC message per line. */
import { spawn } from 'node:child_process';
import { answers, idOf, idSequence, messageOf } from './call-template.mjs';
import { programPath } from './child-server.mjs';
import { end, tracked } from './children.mjs';
import { Latencies } from './latencies.mjs';
import { echoCall, initializeRequest, isStateless } from './revisions.mjs';
import { delay, within } from './time-limit.mjs';

const START_SECONDS = 20;

export class StdioClient {
  #child;
  #revision;
  #nextId = idSequence();
  #rest = '';
  #stderr = '';
  #lineOnArrival = () => {};
  #childOnFailure = () => {};

  static async start({ program, revision }) {
    const client = new StdioClient(program, revision);
    try {
      await within(client.#handshake(), START_SECONDS, `starting ${program}`);
      return client;
    } catch (error) {
      await client.stop();
      throw error;
    }
  }

  constructor(program, revision) {
    this.program = program;
    this.#revision = revision;
    this.#child = tracked(
      spawn(process.execPath, [programPath(program)], { stdio: ['pipe', 'pipe', 'pipe'] }),
    );
    this.#child.stdout.setEncoding('latin1').on('data', chunk => this.#stdoutOnData(chunk));
    this.#child.stderr.on('data', chunk => {
      this.#stderr = (this.#stderr + chunk).slice(-4_000);
    });
    this.#child.stdin.on('error', error => this.#childOnFailure(error));
    this.#child.on('exit', code =>
      this.#childOnFailure(new Error(`${program} ended with ${code}: ${this.#stderr}`)),
    );
  }

  async drive({ inFlight, seconds }) {
    const latencies = new Latencies();
    const sentAt = new Map();
    let stopping = false;
    const call = () => {
      const id = this.#nextId();
      sentAt.set(id, performance.now());
      this.#send(echoCall(this.#revision, id, messageOf(id)));
    };
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    const finished = new Promise((resolve, reject) => {
      this.#childOnFailure = reject;
      this.#lineOnArrival = line => {
        const id = idOf(line);
        const sent = sentAt.get(id);
        if (sent === undefined || !answers(line, id))
          return reject(new Error(`wrong answer: ${line.slice(0, 300)}`));
        sentAt.delete(id);
        if (!stopping) {
          latencies.add(performance.now() - sent);
          call();
        } else if (sentAt.size === 0) resolve(undefined);
      };
      for (let index = 0; index < inFlight; index++) call();
    });
    await Promise.race([delay(seconds * 1000), finished]);
    stopping = true;
    const elapsed = (performance.now() - startedAt) / 1000;
    const { user, system } = process.cpuUsage(cpuBefore);
    await within(finished, START_SECONDS, `the last answers of ${this.program}`);
    const [p50, p99] = latencies.percentiles(0.5, 0.99);
    return {
      callsPerSecond: latencies.count / elapsed,
      p50,
      p99,
      driverCpu: (user + system) / 1e6 / elapsed,
    };
  }

  stop() {
    return end(this.#child);
  }

  #handshake() {
    if (isStateless(this.#revision)) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.#childOnFailure = reject;
      this.#lineOnArrival = line => {
        if (!line.includes('"protocolVersion"')) return reject(new Error(`initialize was refused: ${line}`));
        this.#send({ jsonrpc: '2.0', method: 'notifications/initialized' });
        resolve(undefined);
      };
      this.#send(initializeRequest());
    });
  }

  #send(message) {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  #stdoutOnData(chunk) {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') this.#lineOnArrival(line);
  }
}
