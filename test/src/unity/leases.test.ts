import type { FakeBridge } from '@worldwire/engine/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../http/until.js';
import { EngineClient, type Several, startSeveral } from './several-engines.js';

let clock: number;
let several: Several;
let quest: FakeBridge;
let ada: EngineClient;
let bob: EngineClient;
beforeEach(async () => {
  clock = Date.UTC(2026, 0, 1);
  several = await startSeveral({ now: () => clock });
  quest = await several.link({ project: 'Quest' });
  await several.link({ project: 'Harbour' });
  ada = await EngineClient.withSession(several.server.url);
  bob = await EngineClient.withSession(several.server.url);
});
afterEach(() => several.close());

const WRITE = { value: 0.5, engine: 'quest' };

describe('a held engine', () => {
  it('takes writes of its holder alone, and says politely who holds it and until when', async () => {
    const held = await ada.call('HoldEngine', { engine: 'quest', seconds: 90, reason: 'a boss fight' });
    expect(held).toEqual({
      ok: true,
      engine: 'quest',
      holder: 'local (test)',
      since: '2026-01-01T00:00:00.000Z',
      until: '2026-01-01T00:01:30.000Z',
      reason: 'a boss fight',
    });
    expect(await bob.fail('SetTimeScale', WRITE)).toMatchObject({
      kind: 'Conflict',
      message: expect.stringMatching(/held by local \(test\) \(a boss fight\) since .* until .*00:01:30/),
      hint: expect.stringContaining('Try again in 90 s'),
      detail: { retryAfterSeconds: 90 },
    });
    await ada.call('SetTimeScale', WRITE);
    expect(await bob.call('GetTimeScale', { engine: 'quest' })).toMatchObject({ value: 0.5 });
    expect(await bob.call('SetTimeScale', { ...WRITE, dryRun: true })).toMatchObject({ dryRun: true });
    await bob.call('SetTimeScale', { ...WRITE, engine: 'harbour' });
  });

  it('is listed with its holder', async () => {
    await ada.call('HoldEngine', { engine: 'quest' });
    expect((await bob.call('ListEngines')).engines).toMatchObject([
      { name: 'quest', held: { holder: 'local (test)', until: '2026-01-01T00:01:00.000Z' } },
      { name: 'harbour' },
    ]);
  });

  it('is free again after its time', async () => {
    await ada.call('HoldEngine', { engine: 'quest', seconds: 10 });
    clock += 9_999;
    expect((await bob.fail('SetTimeScale', WRITE)).hint).toContain('in 1 s');
    clock += 1;
    await bob.call('SetTimeScale', WRITE);
  });

  it('is held longer by each write of its holder', async () => {
    await ada.call('HoldEngine', { engine: 'quest', seconds: 10 });
    clock += 9_000;
    await ada.call('SetTimeScale', WRITE);
    clock += 9_000;
    expect((await bob.fail('SetTimeScale', WRITE)).kind).toBe('Conflict');
    await ada.call('GetTimeScale', { engine: 'quest' });
    clock += 1_000;
    await bob.call('SetTimeScale', WRITE);
  });

  it('is free again when the session of its holder ends', async () => {
    await ada.call('HoldEngine', { engine: 'quest', seconds: 600 });
    await ada.end();
    await bob.call('SetTimeScale', WRITE);
  });

  it('is released by its holder alone', async () => {
    await ada.call('HoldEngine', { engine: 'quest' });
    expect((await bob.fail('ReleaseEngine', { engine: 'quest' })).kind).toBe('Conflict');
    expect((await bob.fail('HoldEngine', { engine: 'quest' })).kind).toBe('Conflict');
    expect(await ada.call('ReleaseEngine', { engine: 'quest' })).toEqual({
      ok: true,
      engine: 'quest',
      released: true,
    });
    expect(await ada.call('ReleaseEngine', { engine: 'quest' })).toMatchObject({ released: false });
    await bob.call('SetTimeScale', WRITE);
  });

  it('stays held while its engine dials again', async () => {
    await ada.call('HoldEngine', { engine: 'quest' });
    quest.disconnect();
    quest.dial(several.pool);
    expect((await bob.fail('SetTimeScale', WRITE)).kind).toBe('Conflict');
  });

  it('is held for 600 seconds at most, and a dry run does not hold it', async () => {
    for (const seconds of [0, 601, 1.5]) {
      expect((await ada.fail('HoldEngine', { engine: 'quest', seconds })).kind).toBe('InvalidArgument');
    }
    expect(await ada.call('HoldEngine', { engine: 'quest', dryRun: true })).toMatchObject({ dryRun: true });
    await bob.call('SetTimeScale', WRITE);
  });

  it('refuses a write that waited for its turn since before it was held', async () => {
    let answer = (_: object) => {};
    let asked = 0;
    quest.answers.set('time.set', () => {
      asked++;
      return new Promise(resolve => {
        answer = resolve;
      });
    });
    const { revision } = await bob.call('GetTimeScale', { engine: 'quest' });
    const first = bob.call('SetTimeScale', { ...WRITE, ifRevision: revision });
    await until(() => asked === 1, 'the first write');
    const waiting = bob.fail('SetTimeScale', WRITE);
    await until(() => several.server.kernel.inFlight >= 2, 'the second write');
    await ada.call('HoldEngine', { engine: 'quest' });
    quest.answers.delete('time.set');
    answer({ scale: 1, locked: false, time: 1, frame: 1 });
    await first.catch(() => {});
    expect(asked).toBe(1);
    expect((await waiting).message).toContain('is held by');
  });

  it('is held by the principal where a request has no session', async () => {
    const stateless = EngineClient.sessionless(several.server.url);
    await stateless.call('HoldEngine', { engine: 'quest' });
    await EngineClient.sessionless(several.server.url).call('SetTimeScale', WRITE);
    expect((await bob.fail('SetTimeScale', WRITE)).message).toContain('held by local since');
  });
});

describe('while writes are off', () => {
  it('no engine can be held', async () => {
    const closed = await startSeveral({ grants: { remoteConfig: true } });
    await closed.link({ project: 'Quest' });
    const client = await EngineClient.withSession(closed.server.url);
    expect((await client.fail('HoldEngine')).kind).toBe('PermissionDenied');
    await closed.close();
    const reading = await startSeveral({ grants: {} });
    await reading.link({ project: 'Quest' });
    const reader = await EngineClient.withSession(reading.server.url);
    expect((await reader.tools()).map(({ name }) => name)).not.toContain('HoldEngine');
    expect((await reader.fail('HoldEngine')).kind).toBe('PermissionDenied');
    await reading.close();
  });
});
