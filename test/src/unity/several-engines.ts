import { randomUUID } from 'node:crypto';
import type { Engine } from '@worldwire/engine';
import { openEmbedded } from '@worldwire/engine/embedded';
import { EnginePool } from '@worldwire/engine/linked';
import { FakeBridge, type FakeHello } from '@worldwire/engine/testing';
import { modern, openSession } from '../harness.js';
import { startUnity, type UnityServer, type UnityServerOptions } from './unity-server.js';

interface Answered {
  readonly result?: Record<string, unknown> & { structuredContent?: Record<string, unknown> };
  readonly error?: { readonly message: string; readonly data?: unknown };
}

export interface Failed {
  readonly kind: string;
  readonly message: string;
  readonly hint: string;
  readonly detail?: Record<string, unknown>;
}

/** A client with a session, or one of the revision without sessions. */
export class EngineClient {
  #id = 0;

  private constructor(
    readonly url: string,
    readonly headers: Record<string, string> | undefined,
    readonly own: Record<string, string>,
  ) {}

  static async withSession(url: string, own: Record<string, string> = {}): Promise<EngineClient> {
    return new EngineClient(url, await openSession(url, '2025-11-25', {}, own), own);
  }

  static sessionless(url: string, own: Record<string, string> = {}): EngineClient {
    return new EngineClient(url, undefined, own);
  }

  /** The same session at another server. */
  at(url: string): EngineClient {
    return new EngineClient(url, this.headers, this.own);
  }

  async request(method: string, params: Record<string, unknown>): Promise<Answered> {
    const id = ++this.#id;
    const init =
      this.headers === undefined
        ? modern(method, params, { id, headers: this.own })
        : {
            method: 'POST',
            headers: this.headers,
            body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
          };
    const text = await (await fetch(this.url, init)).text();
    const line = text.startsWith('{') ? text : (/^data: (\{.*"id":.*)$/m.exec(text)?.[1] ?? '{}');
    return JSON.parse(line) as Answered;
  }

  /** What the tool answers. Throws if it fails. */
  async call(name: string, args: object = {}): Promise<Record<string, unknown>> {
    const { result, error } = await this.request('tools/call', { name, arguments: args });
    if (result === undefined || result.isError === true) {
      throw new Error(`${name}: ${JSON.stringify(error ?? result?.structuredContent)}`);
    }
    return result.structuredContent as Record<string, unknown>;
  }

  /** How the tool fails. Throws if it does not. */
  async fail(name: string, args: object = {}): Promise<Failed> {
    const { result, error } = await this.request('tools/call', { name, arguments: args });
    if (result?.isError !== true) throw new Error(`${name}: ${JSON.stringify(error ?? result)}`);
    return result.structuredContent?.error as Failed;
  }

  /** The text of a resource. */
  async read(uri: string): Promise<string> {
    const { result, error } = await this.request('resources/read', { uri });
    if (result === undefined) throw new Error(`${uri}: ${JSON.stringify(error)}`);
    return (result.contents as { text: string }[])[0]?.text as string;
  }

  async tools(): Promise<{ name: string; description: string; inputSchema: Record<string, unknown> }[]> {
    return (await this.request('tools/list', {})).result?.tools as never;
  }

  async end(): Promise<void> {
    await fetch(this.url, { method: 'DELETE', headers: this.headers as Record<string, string> });
  }
}

export interface Several {
  readonly server: UnityServer;
  readonly pool: EnginePool;
  /** Links a further engine with a scene of its own. */
  link(hello: FakeHello, instance?: string): Promise<FakeBridge>;
  close(): Promise<void>;
}

/** The Unity world over a pool that engines dial. */
export async function startSeveral(options: UnityServerOptions = {}): Promise<Several> {
  const pool = new EnginePool({ now: () => new Date(), mint: randomUUID, graceMs: 50 });
  const server = await startUnity({ grants: { writes: true, eval: true }, ...options, engines: pool });
  const scenes: Engine[] = [];
  return {
    server,
    pool,
    async link(hello, instance = randomUUID()) {
      const scene = await openEmbedded();
      scenes.push(scene);
      const bridge = await FakeBridge.of(scene, instance, hello);
      bridge.dial(pool);
      return bridge;
    },
    async close() {
      await server.close();
      await Promise.all(scenes.map(scene => scene.close()));
    },
  };
}
