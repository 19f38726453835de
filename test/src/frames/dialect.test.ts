import { defineDialect, REVISION_2024_11_05 } from '@worldwire/protocol';
import { expect, it } from 'vitest';
import { Lab, notification, rpc, textOf } from '../http/lab.js';
import { until } from '../http/until.js';
import { stateless } from '../stdio/pipe.js';
import { useFrames } from './frames-server.js';
import { RawFrames } from './raw-frames.js';

const dialect = defineDialect({
  name: 'old',
  revision: REVISION_2024_11_05,
  methods: {
    list_tools: { method: 'tools/list' },
    call_tool: { method: 'tools/call' },
    goodbye: { session: 'end' },
  },
  error: ({ message }) => ({ code: -1, message }),
});

it('serves the names of a dialect beside the standard ones, with a session and without', async () => {
  const client = await RawFrames.open(await useFrames(new Lab().world, { dialect }));
  client.send(rpc('list_tools', {}, 1), rpc('tools/list', {}, 2));
  expect((await client.answer(1)).result?.tools).toHaveLength(3);
  expect((await client.answer(2)).error?.message).toContain('initialize');
  await client.initialize();
  client.send(rpc('call_tool', { name: 'echo', arguments: { mark: 'x' } }, 3), rpc('tools/list', {}, 4));
  expect(textOf(await client.answer(3))).toBe('x');
  expect((await client.answer(4)).result?.tools).toHaveLength(3);
});

it('answers a request of a dialect with the errors of the dialect', async () => {
  const client = await RawFrames.open(await useFrames(new Lab().world, { dialect }));
  client.send(rpc('call_tool', { name: 'no_such' }, 1));
  expect((await client.answer(1)).error?.code).toBe(-1);
});

it('ends a connection after a dialect method that ends the session, once requests in flight are answered', async () => {
  const lab = new Lab();
  const server = await useFrames(lab.world, { dialect });
  const client = await RawFrames.open(server);
  client.send(
    stateless('tools/call', { name: 'hold', arguments: { key: 'x' } }, 1),
    notification('goodbye'),
    rpc('call_tool', { name: 'echo', arguments: { mark: 'too late' } }, 2),
  );
  await until(() => lab.hold('x').started, 'the call to begin');
  lab.hold('x').release();
  expect(textOf(await client.answer(1))).toBe('held to the end');
  await client.end();
  expect(lab.echoed.size).toBe(0);
});
