import type { Engine, EngineEvent, EngineState } from '@worldwire/engine';
import { EngineError } from '@worldwire/engine';
import { describe, expect, it } from 'vitest';
import { OPEN, Stage, sharedEngine } from '../stage.test.js';

const HEALTH = 'Worldwire.Health';
const WRITER = { principal: 'wanda', rights: ['write'] };
const CODER = { principal: 'eve', rights: ['eval'] };

/** The shared engine behind a link that can be lost, with calls that can be held. */
class Link implements Engine {
  process = 1;
  state: EngineState = { status: 'ready', since: '2026-01-01T00:00:00.000Z' };
  link = { status: 'linked', since: '', engine: { instance: 'one' } } as never;
  readonly #listeners = new Set<(event: EngineEvent) => void>();
  #held: { operation: string; arrived: () => void; release: Promise<void> } | undefined;
  failing: string | undefined;

  constructor(readonly engine: Engine) {}

  call: Engine['call'] = async (operation, params, options) => {
    if (this.state.status !== 'ready') throw new EngineError('not-ready', 'the engine is lost', 'wait');
    if (this.failing === operation) throw new EngineError('timeout', 'no answer', 'wait');
    const held = this.#held;
    if (held?.operation === operation) {
      this.#held = undefined;
      held.arrived();
      await held.release;
    }
    return this.engine.call(operation, params, options);
  };

  listen(listener: (event: EngineEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {}

  set(status: EngineState['status'], process = this.process): void {
    this.process = process;
    this.state = { status, since: '2026-01-01T00:00:00.000Z' };
    for (const listener of this.#listeners) listener({ kind: 'state', state: this.state });
  }

  /** Holds the next call of an operation before the engine gets it. */
  hold(operation: string): { readonly arrived: Promise<void>; release(): void } {
    const arrived = pending();
    const release = pending();
    this.#held = { operation, arrived: arrived.resolve, release: release.promise };
    return { arrived: arrived.promise, release: release.resolve };
  }
}

function pending(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve = () => {};
  const promise = new Promise<void>(done => {
    resolve = done;
  });
  return { promise, resolve };
}

async function opened(methods = ['Heal']) {
  const engine = await sharedEngine();
  for (const { signature } of (await engine.call('hook.list', { limit: 500 })).items)
    await engine.call('hook.remove', { signature });
  const link = new Link(engine);
  const stage = await Stage.open({
    grants: OPEN,
    config: { hookAllowlistSignatures: [HEALTH] },
    engine: link,
  });
  const signatures: string[] = [];
  for (const method of methods) {
    const added = await stage.call<{ signature: string }>('HookAdd', {
      type: HEALTH,
      methodOrSignature: method,
    });
    signatures.push(added.signature);
  }
  const [signature] = signatures as [string];
  const enabled = async () =>
    (await engine.call('hook.list', { limit: 500 })).items.map(({ enabled }) => enabled);
  const stop = (principal?: string) => {
    stage.operatorGates.setStopped(principal, true);
    return stage.kernel.gateChanged();
  };
  const resume = (principal?: string) => {
    stage.operatorGates.setStopped(principal, false);
    return stage.kernel.gateChanged();
  };
  const code = (which = signature) =>
    stage.call('HookSetSource', { signature: which, source: 'return 1;' }, CODER);
  const notes = async () =>
    (await stage.call<{ Items: { Message: string }[] }>('TailLogs', { count: 200 })).Items.map(
      ({ Message }) => Message,
    );
  return { engine, link, stage, signature, signatures, enabled, stop, resume, code, notes };
}

describe('a hook', () => {
  it('counts as code while its source is being set', async () => {
    const { link, stage, signature, enabled } = await opened();
    await stage.call('HookSetEnabled', { signature, enabled: false }, WRITER);
    const held = link.hold('hook.source.set');
    const setting = stage.call('HookSetSource', { signature, source: 'return 1;' }, CODER);
    await held.arrived;
    const failure = await stage.fail('HookSetEnabled', { signature, enabled: true }, WRITER);
    expect(failure.message).toContain(':eval');
    held.release();
    await setting;
    expect(await enabled()).toEqual([false]);
  });

  it('that got a source after the call was decided is not enabled by a writer', async () => {
    const { link, stage, signature, enabled, code } = await opened();
    await stage.call('HookSetEnabled', { signature, enabled: false }, WRITER);
    const held = link.hold('hook.list');
    const enabling = stage.fail('HookSetEnabled', { signature, enabled: true }, WRITER);
    await held.arrived;
    await code();
    held.release();
    expect(await enabling).toMatchObject({ kind: 'Conflict', message: expect.stringContaining('meanwhile') });
    expect(await enabled()).toEqual([false]);
  });

  it('whose source the engine refused is as plain as before', async () => {
    const { stage, signature } = await opened();
    await stage.fail('HookSetSource', { signature, source: 'return (;' }, CODER);
    await stage.call('HookSetEnabled', { signature, enabled: false }, WRITER);
    await stage.call('HookSetEnabled', { signature, enabled: true }, WRITER);
  });

  it('of a new process is not known to be plain', async () => {
    const { link, stage, signature } = await opened();
    await stage.call('HookSetEnabled', { signature, enabled: false }, WRITER);
    link.set('ready', 2);
    const failure = await stage.fail('HookSetEnabled', { signature, enabled: true }, WRITER);
    expect(failure.message).toContain(':eval');
  });

  it('that was removed is not plain when something else adds it again', async () => {
    const { engine, stage, signature } = await opened();
    await stage.call('HookRemove', { signature }, WRITER);
    await engine.call('hook.add', { type: HEALTH, method: signature });
    await stage.call('HookSetEnabled', { signature, enabled: false }, WRITER);
    const failure = await stage.fail('HookSetEnabled', { signature, enabled: true }, WRITER);
    expect(failure.message).toContain(':eval');
  });

  it('belongs to the principal that enabled its code last', async () => {
    const { stage, signature, enabled, stop, resume, code } = await opened();
    await code();
    await stop('eve');
    expect(await enabled()).toEqual([false]);
    await stage.call('HookSetEnabled', { signature, enabled: true }, { principal: 'ann', rights: ['eval'] });
    expect(await stop('wanda')).toEqual([]);
    expect(await enabled()).toEqual([true]);
    expect(await stop('ann')).toEqual([`1 hook was disabled: ${signature}.`]);
    await resume('ann');
  });
});

describe('a stop', () => {
  it('disables a hook whose source was being set', async () => {
    const { link, stage, signature, enabled, stop } = await opened();
    const held = link.hold('hook.source.set');
    const setting = stage.call('HookSetSource', { signature, source: 'return 1;' }, CODER);
    await held.arrived;
    await stop();
    held.release();
    await setting;
    expect(await enabled()).toEqual([false]);
  });

  it('disables a hook that was being enabled', async () => {
    const { link, stage, signature, enabled, stop, code } = await opened();
    await code();
    await stage.call('HookSetEnabled', { signature, enabled: false }, WRITER);
    const held = link.hold('hook.enable');
    const enabling = stage.call('HookSetEnabled', { signature, enabled: true }, CODER);
    await held.arrived;
    expect(await stop()).toEqual([]);
    held.release();
    await enabling;
    expect(await enabled()).toEqual([false]);
  });

  it('and a resume take effect in their order', async () => {
    const { link, signatures, enabled, stop, resume, code } = await opened(['Heal', 'Kill']);
    for (const signature of signatures) await code(signature);
    const held = link.hold('hook.enable');
    const stopping = stop();
    await held.arrived;
    const resuming = resume();
    held.release();
    await Promise.all([stopping, resuming]);
    expect(await enabled()).toEqual([true, true]);
    await stop();
    const again = link.hold('hook.enable');
    const opening = resume();
    await again.arrived;
    const closing = stop();
    again.release();
    await Promise.all([opening, closing]);
    expect(await enabled()).toEqual([false, false]);
    await resume();
    expect(await enabled()).toEqual([true, true]);
  });

  it('does not enable again what a principal disabled meanwhile', async () => {
    const { stage, signature, enabled, stop, resume, code } = await opened();
    await code();
    stage.operatorGates.set(stage.unity.world.name, 'write');
    await stage.kernel.gateChanged();
    await stage.call('HookSetEnabled', { signature, enabled: false }, WRITER);
    stage.operatorGates.set(stage.unity.world.name, undefined);
    expect(await stage.kernel.gateChanged()).toEqual([]);
    expect(await enabled()).toEqual([false]);
    await stop();
    await resume();
    expect(await enabled()).toEqual([false]);
  });

  it('says so where the engine is away, and holds when it is back', async () => {
    const { link, stage, signature, enabled, stop, resume, code, notes } = await opened();
    await code();
    link.set('gone');
    expect(await stop()).toEqual([expect.stringContaining('may run until it is back')]);
    const changed = new Promise<void>(resolve => {
      stage.unity.world.events?.subscribe(event => {
        if (event.kind === 'resource' && event.uri === 'unity://hooks') resolve();
      });
    });
    link.set('ready');
    await changed;
    expect(await enabled()).toEqual([false]);
    expect(await notes()).toContain(`1 hook was disabled: ${signature}.`);
    link.set('gone');
    await resume();
    link.set('ready');
    await expect.poll(enabled).toEqual([true]);
  });

  it('of one principal holds for an engine that comes back', async () => {
    const { link, enabled, stop, code } = await opened();
    await code();
    link.set('gone');
    await stop('eve');
    link.set('ready');
    await expect.poll(enabled).toEqual([false]);
  });

  it('notes a failure of an engine that links while code is closed', async () => {
    const { link, stop, code, notes } = await opened();
    await code();
    link.set('gone');
    await stop();
    link.failing = 'hook.list';
    link.set('ready');
    await expect.poll(notes).toContainEqual(expect.stringContaining('may still run'));
  });

  it('ends with a restart of the server, which opens all gates', async () => {
    const { stage, enabled, stop, code } = await opened();
    await code();
    await stop();
    expect(await enabled()).toEqual([false]);
    await stage.unity.close();
    stage.operatorGates.setStopped(undefined, false);
    await stage.start();
    expect(await enabled()).toEqual([true]);
  });
});
