import { setImmediate as turn } from 'node:timers/promises';
import { defineWorld, text, tool, WorldError } from '@worldwire/server';
import { describe, expect, it } from 'vitest';
import { openSession, startServer } from '../harness.js';
import { callTool, post, reply, textOf } from './lab.js';

describe('a handler that returns a promise of another kind', () => {
  it('is waited for like any other', async () => {
    const kind = (outcome: 'kept' | 'broken') => ({
      // biome-ignore lint/suspicious/noThenProperty: a thenable, as query builders return them.
      then: (resolve: (value: unknown) => void, reject: (reason: unknown) => void) =>
        outcome === 'kept' ? resolve('kept') : reject(new WorldError('Conflict', 'broken', 'Wait.')),
    });
    const other = await startServer({
      world: defineWorld({
        name: 'promises',
        version: '1.0.0',
        tools: (['kept', 'broken'] as const).map(name =>
          tool({ name, description: 'Promises.', access: 'read', call: () => kind(name) }),
        ),
      }),
    });
    const headers = await openSession(other.url);
    expect(textOf(await reply(post(other.url, headers, callTool('kept'))))).toBe('kept');
    expect(textOf(await reply(post(other.url, headers, callTool('broken'))))).toBe(
      'Conflict: broken\nHint: Wait.',
    );
    await other.close();
  });
});

describe('a handler that goes on after its end', () => {
  it('may still report and log, which is ignored', async () => {
    const troubles: unknown[] = [];
    let later: Promise<void> = Promise.resolve();
    const late = await startServer({
      world: defineWorld({
        name: 'late',
        version: '1.0.0',
        tools: [
          tool({
            name: 'late',
            description: 'Speaks after its result.',
            access: 'read',
            call(_args, context) {
              later = (async () => {
                for (let i = 0; i < 50; i++) {
                  await turn();
                  try {
                    context.progress(i);
                    context.log('error', 'late');
                    context.detach();
                  } catch (trouble) {
                    troubles.push(trouble);
                  }
                }
              })();
              // Large enough to be still in transit when the late messages come.
              return text('x'.repeat(4_000_000));
            },
          }),
        ],
      }),
    });
    const headers = await openSession(late.url);
    for (const accept of ['application/json', 'application/json, text/event-stream']) {
      const response = await post(
        late.url,
        { ...headers, accept },
        callTool('late', {}, 1, { progressToken: 1 }),
      );
      await later;
      expect((await response.text()).length).toBeGreaterThan(4_000_000);
    }
    expect(troubles).toEqual([]);
    await late.close();
  });
});
