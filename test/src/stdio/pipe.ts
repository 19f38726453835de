import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { META_CAPABILITIES, META_CLIENT, META_VERSION } from '@worldwire/protocol';
import type { World } from '@worldwire/server';
import { DEFAULT_LIMITS, Kernel, type Limits, type Memory, Policy } from '@worldwire/server/internal';
import { type StdioWire, serveStdio } from '@worldwire/transports/stdio';
import { largeAnswers } from '../harness.js';
import type { WireReply } from '../http/lab.js';
import { until } from '../http/until.js';

export type Line = WireReply & { readonly method?: string; readonly params?: Record<string, unknown> };

/** One client on a pair of byte streams, which records what it reads. */
export class Pipe {
  readonly input = new PassThrough();
  readonly output: PassThrough;
  readonly kernel: Kernel;
  readonly wire: StdioWire;
  readonly logged: { level: string; fields: object; message: string }[] = [];
  /** Every line so far; a batch is one. */
  readonly lines: (Line | Line[])[] = [];
  #rest = '';
  #closed = false;

  constructor(
    world: World,
    options: { limits?: Partial<Limits>; now?: () => number; highWaterMark?: number; memory?: Memory } = {},
  ) {
    const limits = { ...DEFAULT_LIMITS, ...largeAnswers(options.limits) };
    const write = (level: string) => (fields: object, message: string) => {
      this.logged.push({ level, fields, message });
    };
    const log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
    this.output = new PassThrough(
      options.highWaterMark === undefined ? {} : { highWaterMark: options.highWaterMark },
    );
    this.kernel = new Kernel(world, {
      limits,
      policy: new Policy(world),
      log,
      now: options.now ?? Date.now,
      randomBytes,
      secret: randomBytes(32),
      audit: { begin() {}, end() {}, refuse() {} },
    });
    this.wire = serveStdio({
      kernel: this.kernel,
      input: this.input,
      output: this.output,
      limits,
      log,
      ...(options.memory !== undefined && { memory: options.memory }),
    });
    void this.wire.closed.then(() => {
      this.#closed = true;
    });
    this.read();
  }

  read(): void {
    this.output.on('data', (chunk: Buffer) => {
      const parts = (this.#rest + chunk.toString('utf8')).split('\n');
      this.#rest = parts.pop() ?? '';
      for (const part of parts) this.lines.push(JSON.parse(part) as Line);
    });
  }

  /** Writes a line. */
  send(text: string): this {
    this.input.write(`${text}\n`);
    return this;
  }

  async received(count: number): Promise<(Line | Line[])[]> {
    await until(() => this.lines.length >= count, `line ${count}`);
    return this.lines;
  }

  /** The answer to a request. */
  async answer(id: string | number | null): Promise<Line> {
    const find = () =>
      this.lines.find(
        (line): line is Line => !Array.isArray(line) && line.method === undefined && line.id === id,
      );
    await until(() => find() !== undefined, `the answer to ${JSON.stringify(id)}`);
    return find() as Line;
  }

  async initialize(protocolVersion = '2025-11-25', capabilities: object = {}): Promise<void> {
    const params = { protocolVersion, capabilities, clientInfo: { name: 'pipe', version: '1' } };
    this.send(JSON.stringify({ jsonrpc: '2.0', id: 'open', method: 'initialize', params }));
    await this.answer('open');
    this.lines.length = 0;
  }

  get closed(): boolean {
    return this.#closed;
  }

  async end(): Promise<void> {
    this.input.end();
    await until(() => this.#closed, 'the wire to close');
    await this.kernel.close();
  }
}

/** A request that names its revision itself. */
export function stateless(
  method: string,
  params: Record<string, unknown> = {},
  id: string | number = 1,
  capabilities: object = {},
): string {
  const meta = {
    [META_VERSION]: '2026-07-28',
    [META_CLIENT]: { name: 'pipe', version: '1' },
    [META_CAPABILITIES]: capabilities,
  };
  const own = params._meta as object | undefined;
  return JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: { ...meta, ...own } } });
}
