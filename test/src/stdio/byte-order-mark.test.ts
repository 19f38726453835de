import { expect, it } from 'vitest';
import { Lab, rpc } from '../http/lab.js';
import { Pipe } from './pipe.js';

it('accepts a byte order mark before the first line, as .NET clients send it, and nowhere else', async () => {
  const pipe = new Pipe(new Lab().world);
  pipe.input.write('\ufeff');
  await pipe.initialize();
  pipe.send(`\ufeff${rpc('ping', {}, 1)}`);
  expect((await pipe.answer(null)).error?.code).toBe(-32700);
  await pipe.end();
});

it('requires initialize, or a request that names its revision, first, with that reason', async () => {
  const pipe = new Pipe(new Lab().world);
  pipe
    .send(rpc('tools/list', {}, 1))
    .send('{"jsonrpc":"2.0","method":"notifications/initialized"}')
    .send('{"jsonrpc":"2.0","id":"ask-1","result":{}}');
  const { error } = await pipe.answer(1);
  expect(error).toMatchObject({ code: -32600, message: expect.stringContaining('initialize') });
  expect(pipe.lines).toHaveLength(1);
  await pipe.end();
});
