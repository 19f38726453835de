import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { callTool, reportingWorld } from '../http/lab.js';
import { until } from '../http/until.js';
import { type Line, Pipe } from './pipe.js';

let pipe: Pipe;

beforeEach(async () => {
  pipe = new Pipe(reportingWorld());
  await pipe.initialize();
  pipe.lines.length = 0;
});

/** Resolves when the given number of lines has arrived. */
function lines(count: number): Promise<void> {
  return new Promise(resolve => {
    const onData = () => {
      if (pipe.lines.length < count) return;
      pipe.output.off('data', onData);
      resolve();
    };
    pipe.output.on('data', onData);
  });
}

it('sends a reply separately from the progress before it, because some clients lose progress that they read with the reply', async () => {
  const reported = lines(2);
  pipe.send(callTool('report', {}, 'r', { progressToken: 1 }));
  await reported;
  await turn();
  const heard = (pipe.lines as Line[]).map(({ method }) => method);
  expect(heard).toEqual(['notifications/progress', 'notifications/progress']);
  expect((await pipe.answer('r')).result).toBeDefined();
  await pipe.end();
});

it('answers also when the input ends after the request', async () => {
  pipe.send(callTool('report', {}, 'last', { progressToken: 1 }));
  await pipe.end();
  await until(() => pipe.lines.length === 3, 'the reply');
  expect((pipe.lines as Line[]).map(({ id }) => id)).toEqual([undefined, undefined, 'last']);
});
