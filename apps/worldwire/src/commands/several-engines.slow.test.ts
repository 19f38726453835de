import { expect, it } from 'vitest';
import { callTool, resultOf } from '../testing/client.js';
import { dial, link, serveFrames } from '../testing/frames.js';
import { localServer, OperatorAt } from '../testing/operator.js';
import { run, temporaryFolder } from '../testing/program.js';

const LINK = ['--engine', 'link', '--allow', 'writes'];

it('serves two engines: links, doctor, health, metrics, a lease, and its end by the operator', async () => {
  const cwd = await temporaryFolder();
  const data = `${cwd}/data`;
  const { frames, url, program } = await serveFrames(['unity', ...LINK, '--data', data], cwd);
  const watcher = await dial(frames.url);
  const first = await link(frames.url, 'one');
  await link(frames.url, 'two');
  const call = async (name: string, args: object) =>
    (await resultOf(await callTool(url, name, args))).structuredContent as Record<string, unknown>;

  expect(await call('GetStatus', {})).toMatchObject({
    ok: false,
    error: { kind: 'InvalidArgument', message: expect.stringContaining('2 engines are linked') },
  });
  expect(await call('GetStatus', { engine: 'tests-2' })).toMatchObject({ Ready: true });
  expect(await call('HoldEngine', { engine: 'tests-2', seconds: 600 })).toMatchObject({ holder: 'local' });

  const { links } = (await watcher.request('transport.links')) as unknown as { links: object[] };
  expect(links).toMatchObject([
    { name: 'tests', process: 1, status: 'linked', engine: { role: 'game', instance: 'one' } },
    { name: 'tests-2', process: 1, engine: { instance: 'two' }, held: { holder: 'local' } },
  ]);
  const port = ['--port', `frames=${new URL(frames.url).port}`];
  const { stdout } = await run(['doctor', 'unity', '--port', '0', '--json', ...LINK, ...port], { cwd });
  const { checks } = JSON.parse(stdout) as { checks: { check: string; message: string }[] };
  expect(checks.filter(({ check }) => check === 'engine link').map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Stand-in 1 \(Tests\) from .*: linked since .*; name tests, role game$/),
    expect.stringMatching(/; name tests-2, role game; held by local until /),
  ]);

  const { token } = await localServer(data);
  const operator = await OperatorAt.of(program, token);
  expect(await (await operator.send('GET', 'metrics')).text()).toContain(
    'worldwire_engines_linked{world="unity"} 2',
  );
  expect(await operator.status('DELETE', 'leases/unity/tests-2')).toBe(200);
  expect(await operator.status('DELETE', 'leases/unity/tests-2')).toBe(404);
  expect(await operator.status('DELETE', 'leases/unity/none')).toBe(404);
  expect(JSON.stringify(await call('ListEngines', {}))).not.toContain('"held"');

  first.close();
  await expect.poll(async () => JSON.stringify(await call('ListEngines', {}))).toContain('"state":"lost"');
  // One engine is enough to be ready.
  expect(await watcher.healthCheck()).toEqual({ status: 'ok' });
});
