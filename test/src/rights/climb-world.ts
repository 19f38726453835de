import { setTimeout as wait } from 'node:timers/promises';
import { defineWorld, tool, WebFeed, type WebRoute } from '@worldwire/server';
import { z } from 'zod';

/** A world with a tool of each access, a task, and a feed. */
export class ClimbWorld {
  painted = 0;
  /** Writes to the open feed. */
  say: ((line: string) => void) | undefined;

  readonly world = defineWorld({
    name: 'wall',
    version: '1.0.0',
    opens: 'danger',
    tools: [
      tool({ name: 'look', description: 'Looks.', access: 'read', call: () => ({ painted: this.painted }) }),
      tool({
        name: 'paint',
        description: 'Paints.',
        access: 'write',
        input: z.object({}),
        call: () => ({ painted: ++this.painted }),
      }),
      tool({
        name: 'paint_slowly',
        description: 'Paints until it is cancelled.',
        access: 'write',
        call: (_, context) => context.task(({ signal }) => wait(60_000, { painted: 1 }, { signal })),
      }),
    ],
  });

  readonly routes: readonly WebRoute[] = [
    {
      method: 'GET',
      path: '/feed',
      access: 'read',
      answer: () =>
        new WebFeed(reader => {
          this.say = line => void reader.write(`data: ${line}\n\n`);
          return () => {};
        }),
    },
  ];
}
