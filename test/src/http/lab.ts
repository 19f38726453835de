import { setImmediate as turn } from 'node:timers/promises';
import { type Context, defineWorld, template, text, tool, type World, WorldEvents } from '@worldwire/server';
import { z } from 'zod';

/** One call of the tool `hold`, controlled by the test. */
export class Hold {
  started = false;
  /** Why the call was cancelled, once it was. */
  aborted: string | undefined;
  finished = false;
  context: Context | undefined;
  #open: () => void = () => {};
  readonly #opened = new Promise<void>(resolve => {
    this.#open = resolve;
  });

  release(): void {
    this.#open();
  }

  /** The handler: begins, reports progress if asked to, and waits for the test or its cancellation. */
  async run(context: Context, speak: boolean, deaf: boolean): Promise<string> {
    this.context = context;
    this.started = true;
    if (speak) context.progress(1, 2, 'begun');
    const cancelled = new Promise<void>(resolve => {
      const onAbort = () => {
        this.aborted = String(context.signal.reason?.message ?? 'no reason');
        if (!deaf) resolve();
      };
      if (context.signal.aborted) onAbort();
      else context.signal.addEventListener('abort', onAbort, { once: true });
    });
    await Promise.race([this.#opened, cancelled]);
    if (speak && this.aborted === undefined) context.progress(2, 2, 'ending');
    await turn();
    this.finished = true;
    return 'held to the end';
  }
}

/** A world whose calls the test controls. */
export class Lab {
  readonly events = new WorldEvents();
  /** Every mark the tool `echo` was called with. */
  readonly echoed = new Set<string>();
  readonly world: World;
  readonly #holds = new Map<string, Hold>();

  constructor() {
    this.world = defineWorld({
      name: 'lab',
      version: '1.0.0',
      tools: [
        tool({
          name: 'echo',
          description: 'Says its argument back.',
          access: 'read',
          input: z.object({ mark: z.string() }),
          call: async ({ mark }) => {
            this.echoed.add(mark);
            // Calls finish in another order than they begin, as real work does.
            if (mark.length % 2 === 0) await turn();
            return text(mark);
          },
        }),
        tool({
          name: 'hold',
          description: 'Waits until the test lets it go, or until it is cancelled.',
          access: 'read',
          input: z.object({ key: z.string(), speak: z.boolean().optional(), deaf: z.boolean().optional() }),
          call: ({ key, speak = false, deaf = false }, context) => this.hold(key).run(context, speak, deaf),
        }),
        tool({
          name: 'ask',
          description: 'Asks the user for a word.',
          access: 'read',
          input: z.object({ topic: z.string().optional() }),
          call: async (_args, context) => {
            const answer = await context.elicit('word', {
              message: 'A word?',
              schema: z.object({ word: z.string() }),
            });
            return text(answer.action === 'accept' ? `The word is ${answer.content.word}.` : 'No word.');
          },
        }),
      ],
      templates: [
        template({
          uriTemplate: 'lab://thing/{id}',
          name: 'thing',
          complete: { id: value => ['one', 'two'].filter(known => known.startsWith(value)) },
          read: ({ id }) => `thing ${id}`,
        }),
      ],
      events: this.events,
    });
  }

  /** The call with this key, whether it has begun or not. */
  hold(key: string): Hold {
    const hold = this.#holds.get(key) ?? new Hold();
    this.#holds.set(key, hold);
    return hold;
  }
}

/** A world with one tool, `report`, which reports two steps and is done, all at once. */
export function reportingWorld(): World {
  const report = tool({
    name: 'report',
    description: 'Reports two steps.',
    access: 'read',
    call: (_args, context) => {
      context.progress(1, 2);
      context.progress(2, 2);
      return text('reported');
    },
  });
  return defineWorld({ name: 'reporting', version: '1.0.0', tools: [report] });
}

/** The text of a JSON-RPC request. */
export function rpc(method: string, params: object = {}, id: string | number = 1): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

export function callTool(name: string, args: object = {}, id: string | number = 1, meta?: object): string {
  return rpc('tools/call', { name, arguments: args, ...(meta !== undefined && { _meta: meta }) }, id);
}

export function notification(method: string, params: object = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}

export function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(url, { method: 'POST', headers, body, ...(signal !== undefined && { signal }) });
}

export interface WireReply {
  readonly id?: string | number | null;
  readonly result?: {
    readonly content?: readonly { readonly text: string }[];
    readonly isError?: boolean;
  } & Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export async function reply(response: Response | Promise<Response>): Promise<WireReply> {
  return (await (await response).json()) as WireReply;
}

export function textOf(answer: WireReply): string | undefined {
  return answer.result?.content?.[0]?.text;
}
