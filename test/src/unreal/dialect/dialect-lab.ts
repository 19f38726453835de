import { randomBytes } from 'node:crypto';
import {
  defineWorld,
  embedded,
  image,
  link,
  prompt,
  resource,
  text,
  tool,
  user,
  type World,
} from '@worldwire/server';
import { DEFAULT_LIMITS, Kernel, Policy } from '@worldwire/server/internal';
import { unrealDialect } from '@worldwire/unreal';
import { z } from 'zod';
import { Lab } from '../../http/lab.js';

export const THING = 'lab://thing/one';
export const LARGE = 'lab://large';
export const LARGE_SIZE = 9 * 1024 * 1024;

const TEMPLATE = {
  name: 'review',
  title: 'Review',
  description: 'Reviews an asset.',
  arguments: { asset: { description: 'Which one.', required: true }, tone: {} },
  messages: [
    { role: 'user', text: 'Review {{asset}}, {{tone}}.' },
    { role: 'assistant', text: 'Of course.' },
  ],
} as const;

export const dialect = unrealDialect(() => [TEMPLATE, { ...TEMPLATE, name: 'plan', arguments: {} }]);

const quiet = () => {};
export const quietLog = { debug: quiet, info: quiet, warn: quiet, error: quiet };

export function labKernel(world: World): Kernel {
  return new Kernel(world, {
    // Its large resource tests the dialect, not the budget of answers.
    limits: { ...DEFAULT_LIMITS, answerBytes: DEFAULT_LIMITS.resultBytes },
    policy: new Policy(world),
    log: quietLog,
    now: Date.now,
    randomBytes,
    secret: randomBytes(32),
    audit: { begin: quiet, end: quiet, refuse: quiet },
  });
}

/** A small world with an example of everything in the dialect. */
export class DialectLab {
  readonly calls = new Lab();
  /** The calls of the world's watch: + for the first subscription, - for the last one ended. */
  readonly watched: string[] = [];
  readonly world: World;

  constructor() {
    const { world } = this.calls;
    this.world = defineWorld({
      ...world,
      tools: [...(world.tools as []), show, steps, routed],
      resources: [
        resource({
          uri: 'lab://image',
          name: 'image',
          mimeType: 'image/png',
          read: () => Buffer.of(1, 2, 3),
        }),
        resource({ uri: 'lab://bytes', name: 'bytes', read: () => Buffer.of(4) }),
        resource({ uri: LARGE, name: 'large', read: () => 'x'.repeat(LARGE_SIZE) }),
      ],
      prompts: [
        prompt({
          name: 'review',
          description: 'Reviews an asset.',
          arguments: { asset: { required: true }, tone: {} },
          get: ({ asset, tone = 'kindly' }) => [user(`Review ${asset}, ${tone}.`)],
        }),
        prompt({ name: 'plan', get: () => [user('Plan.')] }),
      ],
      watch: uri => {
        this.watched.push(`+${uri}`);
        return () => this.watched.push(`-${uri}`);
      },
    });
  }
}

const BLOCKS = {
  text: text('words'),
  image: image(Buffer.of(1), 'image/png'),
  embedded: embedded({ uri: THING, mimeType: 'text/x-t3d', text: 'Begin Object' }),
  untyped: link({ uri: THING, name: 'one' }),
};

const show = tool({
  name: 'show',
  description: 'Shows blocks of the kinds asked for.',
  access: 'read',
  input: z.object({ kinds: z.array(z.enum(['text', 'image', 'embedded', 'untyped'])).default([]) }),
  call: ({ kinds }) => kinds.map(kind => BLOCKS[kind]),
});

const steps = tool({
  name: 'steps',
  description: 'Reports the steps it is given, and fails where asked to.',
  access: 'read',
  input: z.object({
    steps: z.array(
      z.object({ done: z.number(), total: z.number().optional(), message: z.string().optional() }),
    ),
    fail: z.boolean().optional(),
  }),
  call: async ({ steps: all, fail }, context) => {
    for (const { done, total, message } of all) context.progress(done, total, message);
    if (fail) throw new Error('It broke.');
    return 'done';
  },
});

const routed = tool({
  name: 'routed',
  description: 'Has an argument that travels in a header, too.',
  access: 'read',
  input: z.object({ level: z.string().meta({ 'x-mcp-header': 'Level' }) }),
  call: ({ level }) => level,
});
