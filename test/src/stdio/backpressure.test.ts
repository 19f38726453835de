import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { callTool, Lab, rpc, textOf } from '../http/lab.js';
import { until } from '../http/until.js';
import { type Line, Pipe } from './pipe.js';

const WARNED = 'MaxListenersExceededWarning';

it('stops reading while its client does not read, and loses nothing', async () => {
  const lab = new Lab();
  const pipe = new Pipe(lab.world, { highWaterMark: 1_024 });
  await pipe.initialize();
  pipe.output.pause();
  for (let id = 0; id < 400; id++) {
    pipe.send(callTool('echo', { mark: `${id}-${'x'.repeat(2_000)}` }, id));
    await turn();
  }
  expect(lab.echoed.size).toBeLessThan(40);
  pipe.output.resume();
  await pipe.received(400);
  const marks = (pipe.lines as Line[]).map(line => textOf(line)?.split('-')[0]);
  expect(new Set(marks).size).toBe(400);
  await pipe.end();
});

it('buffers no more than the queue limit for a client that does not read', async () => {
  const lab = new Lab();
  const pipe = new Pipe(lab.world, { highWaterMark: 1_024, limits: { queueBytes: 64 * 1_024 } });
  await pipe.initialize();
  const uri = `lab://thing/${'x'.repeat(4_000)}`;
  pipe.send(rpc('resources/subscribe', { uri }, 1));
  await pipe.answer(1);
  const warnings: string[] = [];
  const onWarning = ({ name }: Error) => warnings.push(name);
  process.on('warning', onWarning);
  pipe.output.pause();
  for (let i = 0; i < 200; i++) {
    lab.events.resourceUpdated(uri);
    await turn();
  }
  expect(pipe.output.writableLength).toBeLessThan(256 * 1_024);
  expect(warnings).not.toContain(WARNED);
  process.off('warning', onWarning);
  pipe.output.resume();
  pipe.send(rpc('ping', {}, 'after'));
  await until(
    () => pipe.closed || pipe.lines.some(line => (line as Line).id === 'after'),
    'the client to be served or disconnected',
  );
  await pipe.end();
});
