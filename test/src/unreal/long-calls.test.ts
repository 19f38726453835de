import { openProject } from '@worldwire/unreal';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../http/until.js';
import { ERAS } from '../universe/official-clients.js';
import { answer, type Facts, factsOf, json } from './answers.js';
import { DiskProject } from './disk-project.js';
import { calls } from './fake-editor/index.js';
import { type LiveChain, startChain } from './live-chain.js';
import { OFFICIALS, type Official } from './official.js';
import { startUnreal } from './unreal-server.js';

const PYTHON = calls('ExecutePythonCommandEx');

describe.each(OFFICIALS)('a call of %s that takes long', (_era, connect) => {
  let chain: LiveChain;
  let client: Official;
  beforeEach(async () => {
    chain = await startChain({ screenshots: 'in-halves' });
    client = await connect(chain.server.url);
  });
  afterEach(async () => {
    await client.close();
    await chain.close();
  });

  const shoot = (following: Parameters<Official['call']>[2]) =>
    client.call('take_screenshot', { width: 16, height: 16 }, following);

  it('reports progress until it is done', async () => {
    const steps: { progress: number; total?: number | undefined; message?: string | undefined }[] = [];
    const shooting = shoot({ onprogress: step => steps.push(step) });
    await until(() => steps.length > 2, 'three steps');
    chain.editor.finishScreenshots();
    expect(factsOf('take_screenshot', await shooting)).toMatchObject({ width: 16, provenance: 'live' });
    const all = steps.map(({ progress }) => progress);
    expect(all).toEqual(all.toSorted((a, b) => a - b));
    expect(new Set(all).size).toBe(all.length);
    for (const { total, message } of steps) {
      expect(total).toBeGreaterThanOrEqual(all.length);
      expect(message).toMatch(/draw|written/);
    }
  });

  it('[UNREAL-2.7] does not block others', async () => {
    const begun = chain.editor.received(calls('TakeHighResScreenshot'));
    let done = false;
    const shooting = shoot({}).finally(() => {
      done = true;
    });
    await begun;
    const others = ['get_editor_state', 'list_assets', 'list_actors', 'tail_log'];
    const answers = await Promise.all(others.map(name => client.call(name, {})));
    expect(answers.map(({ isError = false }) => isError)).toEqual(others.map(() => false));
    expect(done).toBe(false);
    chain.editor.finishScreenshots();
    await shooting;
  });

  it('is cancelled by the client, and the next one is served', async () => {
    const giveUp = new AbortController();
    const steps: number[] = [];
    const shooting = shoot({
      signal: giveUp.signal,
      onprogress: ({ progress }) => {
        steps.push(progress);
        if (steps.length === 2) giveUp.abort();
      },
    });
    await expect(shooting).rejects.toThrow();
    const { content } = await client.call('list_actors', { limit: 1 });
    expect(content[0]?.text).toContain('"provenance":"live"');
  });

  it('and writes is recorded as cancelled and unsure, and does not block the next write', async () => {
    chain.editor.fail('hang', PYTHON, 1);
    const begun = chain.editor.received(PYTHON);
    const giveUp = new AbortController();
    const running = client.call('execute_python', { code: 'while True: pass' }, { signal: giveUp.signal });
    const over = expect(running).rejects.toThrow();
    await begun;
    giveUp.abort();
    await over;
    const next = await client.call('execute_python', { code: '1 + 1', mode: 'evaluate' });
    expect(next.isError ?? false).toBe(false);
    await until(() => chain.server.audits.length === 2, 'both audits');
    expect(chain.server.audits).toMatchObject([{ outcome: 'cancelled' }, { outcome: 'done' }]);
    const [, visit] = ERAS[0] as (typeof ERAS)[number];
    const reader = await visit(chain.server.url);
    const { items } = await json(reader, 'unreal://journal');
    expect((items as Facts[]).map(({ outcome }) => outcome)).toEqual(['done', 'unsure']);
    await reader.close();
  });
});

describe.each(OFFICIALS)('the first list of a project for %s', (_era, connect) => {
  it('reports the number of packages read and their total', async () => {
    const project = await DiskProject.whole();
    const { folder } = project;
    const server = await startUnreal({
      sources: async log => [await openProject({ folder, log, now: Date.now })],
    });
    const client = await connect(server.url);
    onTestFinished(async () => {
      await client.close();
      await server.close();
      await project.close();
    });
    const steps: unknown[] = [];
    const caller: Pick<Parameters<typeof answer>[0], 'call'> = {
      call: (name, args) =>
        client.call(name, args, { onprogress: ({ progress, total }) => steps.push([progress, total]) }),
    };
    expect(await answer(caller, 'list_assets')).toMatchObject({ total: 12 });
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.every(step => (step as number[])[1] === 12)).toBe(true);
    steps.length = 0;
    await answer(caller, 'list_assets');
    expect(steps).toEqual([]);
  });
});
