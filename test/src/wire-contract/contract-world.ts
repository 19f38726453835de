import { setImmediate as turn } from 'node:timers/promises';
import { defineWorld, prompt, text, tool, user, WorldError } from '@worldwire/server';
import { z } from 'zod';
import { Lab } from '../http/lab.js';

/** The lab, with a tool for everything else that a wire carries. */
export class ContractWorld extends Lab {
  readonly full = defineWorld({
    ...this.world,
    tools: [
      ...(this.world.tools as readonly ReturnType<typeof tool>[]),
      tool({
        name: 'bulk',
        description: 'Returns a long text.',
        access: 'read',
        input: z.object({ bytes: z.number() }),
        call: ({ bytes }) => text('x'.repeat(bytes)),
      }),
      tool({
        name: 'fail',
        description: 'Fails, as a world does or as a bug does.',
        access: 'read',
        input: z.object({ bug: z.boolean() }),
        call: ({ bug }) => {
          if (bug) throw new Error('secret detail');
          throw new WorldError('Conflict', 'It is taken.', 'Choose another.');
        },
      }),
      tool({
        name: 'sample',
        description: 'Asks the model.',
        access: 'read',
        call: async (_args, context) => {
          const messages = [{ role: 'user', content: text('Why?') } as const];
          const { content } = await context.sample('why', { messages, maxTokens: 10 });
          return text(`It said ${(content as { text: string }).text}`);
        },
      }),
      tool({
        name: 'roots',
        description: 'Asks for the folders.',
        access: 'read',
        call: async (_args, context) => text((await context.roots()).map(({ uri }) => uri).join()),
      }),
      tool({
        name: 'chatter',
        description: 'Writes to the log of its client.',
        access: 'read',
        call: (_args, context) => {
          context.log('info', 'quiet');
          context.log('error', 'loud');
          return text('said');
        },
      }),
      tool({
        name: 'work',
        description: 'Goes on in the background.',
        access: 'read',
        input: z.object({ key: z.string() }),
        call: ({ key }, context) =>
          context.task(async task => {
            await this.hold(key).run(task, false, false);
            await turn();
            return text('worked');
          }),
      }),
    ],
    prompts: [
      prompt({
        name: 'greet',
        description: 'Greets somebody.',
        arguments: { whom: { required: true, complete: () => ['Ada', 'Bob'] } },
        get: ({ whom }) => [user(text(`Greet ${whom}.`))],
      }),
    ],
  });
}
