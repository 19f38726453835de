import { describe, expect, it } from 'vitest';
import { calls, empty, json, refusal, writes } from '../fake-editor/index.js';
import { type FakeBench, type FakeBenchOptions, open as openBench } from './open-bench.js';

const LAMP = '/Game/Maps/Hall.Hall:PersistentLevel.PointLight_1';
const LIGHT = `${LAMP}.LightComponent0`;
const INTENSITY = { object: LIGHT, property: 'Intensity' };
const PATIENT = { poll: 60_000, longestPoll: 60_000, retry: 1 };

/** Without polls: all requests are those of the test. */
function open(options: FakeBenchOptions = {}): Promise<FakeBench> {
  return openBench({ source: { intervals: PATIENT, ...options.source }, ...options });
}

const reads = ({ path, body }: { path: string; body: unknown }) =>
  path === '/remote/object/property' && (body as { access: string }).access === 'READ_ACCESS';

describe('a write', () => {
  it('can be undone, and its result is the value read back', async () => {
    const { bench, editor } = await open();
    const { before, after } = await bench.call('property.write', { ...INTENSITY, value: 0.1 });
    expect([before, after]).toEqual([5000, Math.fround(0.1)]);
    expect(editor.project.transactions).toEqual(['Set Intensity']);
    const sent = editor.requests.find(writes)?.body;
    expect(sent).toMatchObject({ access: 'WRITE_TRANSACTION_ACCESS', propertyValue: { Intensity: 0.1 } });
  });

  it('with a result called ErrorMessage is not sent again and not taken for refused', async () => {
    const { bench, editor } = await open();
    const answer = { ReturnValue: false, ErrorMessage: 'Error while saving the package.' };
    editor.fail(json(answer), calls('Save'));
    const call = bench.call('function.call', { object: LAMP, function: 'Save', arguments: {} });
    expect(await call).toEqual({ result: answer });
    expect(editor.requests.filter(calls('Save'))).toHaveLength(1);
  });

  it('that is answered with an error inside a 200 is unsure, and is not sent again', async () => {
    const { bench, editor } = await open();
    editor.fail(json({ errorMessage: 'The editor is saving.' }), calls('Save'));
    const call = bench.call('function.call', { object: LAMP, function: 'Save', arguments: {} });
    await expect(call).rejects.toMatchObject({ kind: 'failed', unsure: true });
    expect(editor.requests.filter(calls('Save'))).toHaveLength(1);
  });

  it('that the editor ignored returns the old value', async () => {
    const { bench } = await open();
    const written = await bench.call('property.write', { ...INTENSITY, value: 'bright' });
    expect(written).toEqual({ before: 5000, after: 5000 });
  });

  it("of a read-only property fails with the editor's message", async () => {
    const { bench } = await open();
    const write = bench.call('property.write', { object: LIGHT, property: 'Mobility', value: 'Static' });
    const error = await bench.fails('failed', write);
    expect(error.message).toMatch(/unavailable remotely/);
    expect(error.unsure).toBe(false);
  });

  it.each(['reset', 'cut'] as const)(
    'whose connection broke (%s) is unsure, and is not sent again',
    async fault => {
      const { bench, editor } = await open();
      editor.fail(fault, writes, 1);
      const error = await bench.fails('gone', bench.call('property.write', { ...INTENSITY, value: 7 }));
      expect(error.unsure).toBe(true);
      expect(error.enable).toMatch(/Read the current value before/);
      expect(editor.requests.filter(writes)).toHaveLength(1);
    },
  );

  it('that was not answered in time is unsure, and is not sent again', async () => {
    const { bench, editor } = await open({ source: { intervals: PATIENT, limits: { callMs: 300 } } });
    editor.fail('hang', writes);
    const error = await bench.fails('timeout', bench.call('property.write', { ...INTENSITY, value: 7 }));
    expect(error.unsure).toBe(true);
    expect(editor.requests.filter(writes)).toHaveLength(1);
  });

  it('that could not connect was not done, and is not unsure', async () => {
    const { bench, editor } = await open();
    await editor.stop();
    const error = await bench.fails('gone', bench.call('property.write', { ...INTENSITY, value: 7 }));
    expect(error.unsure).toBe(false);
  });

  it('that cannot be read back is unsure', async () => {
    const { bench, editor } = await open();
    editor.fail('reset', request => reads(request) && editor.requests.some(writes));
    const error = await bench.fails('gone', bench.call('property.write', { ...INTENSITY, value: 7 }));
    expect(error.unsure).toBe(true);
    expect(error.message).toMatch(/could not be read back/);
  });

  it('is unsure when its second step fails, and reports the first', async () => {
    const { bench, editor } = await open();
    editor.fail('reset', calls('SetActorLabel'));
    const error = await bench.fails('gone', bench.call('actor.spawn', { class: 'PointLight', name: 'Lamp' }));
    expect(error.unsure).toBe(true);
    expect(error.message).toMatch(/PointLight_\d+ was spawned/);
  });

  it('of a function that failed inside the editor is unsure', async () => {
    const { bench, editor } = await open();
    editor.fail(refusal('It went wrong.', 500), calls('DestroyActor'));
    const error = await bench.fails('failed', bench.call('actor.destroy', { path: LAMP }));
    expect(error.unsure).toBe(true);
  });

  it('is unsure when the editor does not return the spawned actor', async () => {
    const { bench, editor } = await open();
    editor.fail(empty(), calls('SpawnActorFromClass'));
    const error = await bench.fails('failed', bench.call('actor.spawn', { class: 'PointLight' }));
    expect(error.unsure).toBe(true);
  });

  it('fails when a destroyed actor still exists', async () => {
    const { bench, editor } = await open();
    editor.fail(json({ ReturnValue: true }), calls('DestroyActor'));
    const error = await bench.fails('failed', bench.call('actor.destroy', { path: LAMP }));
    expect(error.message).toMatch(/still exists/);
  });

  it('that is cancelled after it started is unsure; before that it is not', async () => {
    const { bench, editor } = await open();
    for (const [on, unsure] of [
      [writes, true],
      [reads, false],
    ] as const) {
      editor.heal();
      editor.fail('hang', on);
      const stop = new AbortController();
      const arrived = editor.received(on);
      const write = bench.fails(
        'failed',
        bench.call('property.write', { ...INTENSITY, value: 7 }, { signal: stop.signal }),
      );
      await arrived;
      stop.abort();
      expect((await write).unsure).toBe(unsure);
    }
  });

  it("ends at the caller's deadline", async () => {
    const { bench, editor } = await open();
    editor.fail('hang', writes);
    const write = bench.call('property.write', { ...INTENSITY, value: 7 }, { deadline: 600 });
    const error = await bench.fails('timeout', write);
    expect(error.message).toMatch(/property.write was not answered within 600 ms/);
    expect(error.unsure).toBe(true);
  });
});

describe('a call that is refused while the editor saves', () => {
  it('is tried once more', async () => {
    const { bench, editor } = await open();
    editor.fail('saving', writes, 1);
    const { after } = await bench.call('property.write', { ...INTENSITY, value: 7 });
    expect(after).toBe(7);
    expect(editor.requests.filter(writes)).toHaveLength(2);
  });

  it('is tried at most twice', async () => {
    const { bench, editor } = await open();
    editor.fail('saving', writes);
    const error = await bench.fails('failed', bench.call('property.write', { ...INTENSITY, value: 7 }));
    expect(error.message).toMatch(/saving/);
    expect(error.unsure).toBe(false);
    expect(editor.requests.filter(writes)).toHaveLength(2);
  });

  it('is distinguished from one whose object has such a name', async () => {
    const { bench, editor } = await open();
    const object = '/Game/Saving/garbage.garbage';
    await bench.fails(
      'not-found',
      bench.call('function.call', { object, function: 'saving', arguments: {} }),
    );
    expect(editor.requests.filter(calls('saving'))).toHaveLength(1);
  });
});

describe('an answer', () => {
  it('with an error inside a 200 is an error', async () => {
    const { bench, editor } = await open();
    editor.fail(refusal('Something is off.', 200), ({ path }) => path === '/remote/search/assets');
    const error = await bench.fails('failed', bench.call('asset.list', {}));
    expect(error.message).toBe('Something is off.');
  });

  it('that is too long is read up to the limit, with or without a length', async () => {
    const { bench, editor } = await open({ source: { intervals: PATIENT, limits: { bodyBytes: 20_000 } } });
    const body = Buffer.from(JSON.stringify({ Assets: [], Padding: 'x'.repeat(50_000) }));
    const long = { status: 200, type: 'application/json', body };
    editor.fail(long, ({ path }) => path === '/remote/search/assets', 1);
    expect((await bench.fails('failed', bench.call('asset.list', {}))).message).toMatch(/larger than 20000/);
    editor.fail({ ...long, headers: { 'transfer-encoding': 'chunked' } }, writes, 1);
    const error = await bench.fails('failed', bench.call('property.write', { ...INTENSITY, value: 1 }));
    expect(error.unsure).toBe(true);
  });

  it('that redirects is not followed', async () => {
    const { bench, editor } = await open({ source: { intervals: PATIENT, passphrase: 'secret' } });
    const elsewhere = { ...json({}, 302), headers: { location: `${editor.url}/elsewhere` } };
    editor.fail(elsewhere, ({ path }) => path === '/remote/search/assets');
    expect((await bench.fails('failed', bench.call('asset.list', {}))).message).toMatch(/redirect/);
    expect(editor.requests.some(({ path }) => path === '/elsewhere')).toBe(false);
  });

  it('that is not JSON is an error, and unsure after a write', async () => {
    const { bench, editor } = await open();
    editor.fail({ status: 200, type: 'application/json', body: Buffer.from('{"Assets":') });
    expect((await bench.fails('failed', bench.call('asset.list', {}))).unsure).toBe(false);
    const run = bench.call('python.run', { code: '1', mode: 'file' });
    expect((await bench.fails('failed', run)).unsure).toBe(true);
  });

  it('that breaks off is a connection error, and the state is polled again', async () => {
    const { bench, editor } = await open();
    editor.fail('cut', ({ path }) => path === '/remote/search/assets', 1);
    const looked = editor.received(({ path }) => path === '/remote/info');
    const error = await bench.fails('gone', bench.call('asset.list', {}));
    expect(error.unsure).toBe(false);
    await looked;
    expect(bench.states).toEqual(['ready']);
  });

  it('that does not arrive in time is a timeout of that request', async () => {
    const { bench, editor } = await open({ source: { intervals: PATIENT, limits: { callMs: 300 } } });
    editor.fail('hang', ({ path }) => path === '/remote/search/assets', 1);
    const error = await bench.fails('timeout', bench.call('asset.list', {}));
    expect(error.unsure).toBe(false);
    expect(error.message).toMatch(/within 300 ms/);
  });
});

describe('requests', () => {
  it('are JSON, and never a batch', async () => {
    const { bench, editor } = await open({ fake: { python: false } });
    await bench.call('actor.list', {});
    await bench.call('asset.list', {});
    await bench.call('asset.describe', { path: '/Game/Doors/BP_Door' });
    expect(editor.requests.length).toBeGreaterThan(20);
    for (const { headers, path } of editor.requests) {
      expect(headers['content-type']).toBe('application/json');
      expect(path).not.toContain('batch');
    }
  });

  it('would stop the editor as a batch', async () => {
    const { bench, editor } = await open();
    const batch = { method: 'PUT', body: JSON.stringify({ Requests: [] }) };
    await expect(fetch(`${editor.url}/remote/batch`, batch)).rejects.toThrow();
    await expect(fetch(`${editor.url}/remote/info`)).rejects.toThrow();
    await bench.fails('gone', bench.call('level.list', {}));
  });

  it('of one operation stay below the limit of concurrent requests', async () => {
    let [under, most] = [0, 0];
    const counting: typeof fetch = async (...given) => {
      most = Math.max(most, ++under);
      try {
        return await fetch(...given);
      } finally {
        under--;
      }
    };
    const limits = { concurrency: 3 };
    const { bench } = await open({
      fake: { manyActors: 40, python: false },
      source: { intervals: PATIENT, fetch: counting, limits },
    });
    most = 0;
    await bench.call('actor.list', { limit: 40 });
    expect(most).toBe(3);
  });

  it('of a failed operation are not continued', async () => {
    const { bench, editor } = await open({
      fake: { manyActors: 200, python: false },
      source: { intervals: PATIENT, limits: { concurrency: 1 } },
    });
    editor.fail('reset', calls('GetActorLabel'));
    await bench.fails('gone', bench.call('actor.list', { limit: 200 }));
    expect(editor.requests.filter(calls('GetActorLabel'))).toHaveLength(1);
  });
});
