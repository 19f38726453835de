import { conformanceWorld } from '@worldwire/conformance';
import { defineWorld, text, tool } from '@worldwire/server';
import { z } from 'zod';

/**
 * The conformance world, and what its suite has no tool for: structured output, an update of a resource, and
 * work whose cancellation another call can wait for.
 */
export function clientWorld() {
  const fixture = conformanceWorld();
  const measure = tool({
    name: 'measure',
    description: 'Returns structured data.',
    access: 'read',
    input: z.object({ place: z.string() }),
    output: z.object({ place: z.string(), celsius: z.number() }),
    call: ({ place }) => ({ place, celsius: 21.5 }),
  });
  const touch = tool({
    name: 'touch',
    description: 'Announces that a resource was updated.',
    access: 'read',
    input: z.object({ uri: z.string() }),
    call({ uri }) {
      fixture.events.resourceUpdated(uri);
      return text(`Touched ${uri}.`);
    },
  });
  return defineWorld({ ...fixture, tools: [...fixture.tools, measure, touch, ...cancellation()] });
}

/** `hold` works until it is cancelled, and says when it has begun; `released` waits for that end. */
function cancellation() {
  const ends = new Map();
  const end = key => {
    if (!ends.has(key)) ends.set(key, settler());
    return ends.get(key);
  };
  return [
    tool({
      name: 'hold',
      description: 'Runs until it is cancelled.',
      access: 'read',
      input: z.object({ key: z.string() }),
      call({ key }, ctx) {
        ctx.progress(0);
        return new Promise((_resolve, reject) => {
          ctx.signal.addEventListener('abort', () => {
            end(key).resolve(ctx.signal.reason.message);
            reject(ctx.signal.reason);
          });
        });
      },
    }),
    tool({
      name: 'released',
      description: 'Says why the call of hold with the same key was cancelled, once it was.',
      access: 'read',
      input: z.object({ key: z.string() }),
      call: async ({ key }) => text(await end(key).promise),
    }),
  ];
}

function settler() {
  let resolve;
  const promise = new Promise(settle => {
    resolve = settle;
  });
  return { promise, resolve };
}
