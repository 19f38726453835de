import { defineWorld, type ServedWorld, tool, WebFeed } from '@worldwire/server';
import { z } from 'zod';

/** A place where a handler waits, until the test opens it or its call is cancelled. */
export class Berth {
  readonly arrived: Promise<void>;
  readonly opened: Promise<void>;
  /** Why its call was cancelled. */
  readonly cancelled: Promise<string>;
  arrive: () => void = () => {};
  open: () => void = () => {};
  #cancel: (reason: string) => void = () => {};

  constructor() {
    this.arrived = new Promise(resolve => {
      this.arrive = resolve;
    });
    this.cancelled = new Promise(resolve => {
      this.#cancel = resolve;
    });
    this.opened = new Promise(resolve => {
      this.open = resolve;
    });
  }

  /** Waits. Rejects when the call is cancelled, unless it is `deaf`. */
  async wait(signal: AbortSignal, deaf = false): Promise<void> {
    this.arrive();
    const cancelled = new Promise<never>((_resolve, reject) => {
      const onAbort = () => {
        this.#cancel(String(signal.reason));
        if (!deaf) reject(signal.reason);
      };
      if (signal.aborted) onAbort();
      else signal.addEventListener('abort', onAbort, { once: true });
    });
    await Promise.race([this.opened, cancelled]);
  }
}

/** A world in which something of every kind can stay open. Each has a key, by which the test knows it. */
export class Dock {
  readonly #berths = new Map<string, Berth>();
  /** Keys of calls that changed the world. */
  readonly loaded: string[] = [];

  berth(key: string): Berth {
    const berth = this.#berths.get(key) ?? new Berth();
    this.#berths.set(key, berth);
    return berth;
  }

  async #answer(key = '') {
    const berth = this.berth(key);
    berth.arrive();
    await berth.opened;
    this.loaded.push(key);
    return { status: 200, body: '{}' };
  }

  readonly served: ServedWorld = {
    world: defineWorld({
      name: 'dock',
      version: '1.0.0',
      tools: [
        tool({
          name: 'wait',
          description: 'Waits.',
          access: 'read',
          input: z.object({ key: z.string() }),
          call: async ({ key }, { signal }) => {
            await this.berth(key).wait(signal);
            return 'waited';
          },
        }),
        tool({
          name: 'load',
          description: 'Loads, whether it is cancelled or not.',
          access: 'write',
          annotations: { destructiveHint: false },
          input: z.object({ key: z.string() }),
          call: async ({ key }, { signal }) => {
            await this.berth(key).wait(signal, true);
            this.loaded.push(key);
            return 'loaded';
          },
        }),
        tool({
          name: 'sink',
          description: 'Removes a ship.',
          access: 'write',
          annotations: { destructiveHint: true },
          input: z.object({ key: z.string() }),
          call: ({ key }) => {
            this.loaded.push(key);
            return 'sunk';
          },
        }),
        tool({
          name: 'sail',
          description: 'Works in the background.',
          access: 'read',
          input: z.object({ key: z.string() }),
          call: ({ key }, context) =>
            context.task(async ({ signal }) => {
              await this.berth(key).wait(signal);
              return 'sailed';
            }),
        }),
      ],
    }),
    routes: [
      { method: 'GET', path: '/feed', access: 'read', answer: () => endless() },
      { method: 'GET', path: '/wait/:key', access: 'read', answer: ({ params }) => this.#answer(params.key) },
      {
        method: 'POST',
        path: '/load/:key',
        access: 'write',
        asksBeforeLoss: true,
        answer: ({ params }) => this.#answer(params.key),
      },
    ],
    hooks: {
      stream: () => endless(),
      feed: ({ method }) => (method === 'dock/follow' ? endless() : undefined),
    },
  };
}

function endless(): WebFeed {
  return new WebFeed(reader => {
    reader.write('data: begun\n\n');
    return () => {};
  });
}
