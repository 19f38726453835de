import { defineWorld, tool } from '@worldwire/server';

/** A world whose tool reports progress and never answers. */
export default defineWorld({
  name: 'restart',
  version: '1.0.0',
  tools: [
    tool({
      name: 'hold',
      description: 'Reports progress, and waits forever.',
      access: 'read',
      call: (_args, context) => {
        context.progress(1);
        return new Promise(() => {});
      },
    }),
  ],
});
