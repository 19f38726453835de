import { describe, expect, it } from 'vitest';
import { OPEN, REMOTE, Stage } from '../stage.test.js';

const HEALTH = 'Worldwire.Health';
const WRITER = { principal: 'wanda', rights: ['write'] };
const CODER = { principal: 'eve', rights: ['eval'] };

const PLANTED: readonly [string, object][] = [
  ['WriteStartupScript', { content: 'return 1;' }],
  ['SetStartupScriptEnabled', { enabled: true }],
  ['WriteConsoleScript', { path: 'startup.cs', content: 'return 1;' }],
  ['WriteConsoleScript', { path: 'startup.disabled.cs', content: 'return 1;' }],
  ['WriteConsoleScript', { path: 'STARTUP.cs', content: 'return 1;' }],
  ['DeleteConsoleScript', { path: 'startup.cs' }],
];

async function opened(): Promise<Stage> {
  return Stage.open({ grants: OPEN, config: { hookAllowlistSignatures: [HEALTH] } });
}

async function hooked(stage: Stage): Promise<string> {
  const { Items } = await stage.resource<{ Items: { Signature: string }[] }>('unity://hooks');
  for (const { Signature } of Items) await stage.call('HookRemove', { signature: Signature });
  const { signature } = await stage.call<{ signature: string }>('HookAdd', {
    type: HEALTH,
    methodOrSignature: 'Heal',
  });
  return signature;
}

describe('a call that plants code', () => {
  it.each(PLANTED)('is refused to a principal that may only write: %s %o', async (name, args) => {
    const stage = await opened();
    const failure = await stage.fail(name, args, WRITER);
    expect(failure).toMatchObject({ kind: 'PermissionDenied' });
    expect(failure.message).toContain(':eval, which wanda does not have');
    expect(await stage.call('GetStartupScript')).toMatchObject({ enabled: false });
    expect(stage.outcomes.at(-1)).toMatchObject({ tool: name, access: 'danger', outcome: 'denied' });
  });

  it('is refused below a ceiling without code', async () => {
    const stage = await Stage.open({ grants: { ...OPEN, eval: false } });
    for (const [name, args] of PLANTED)
      expect((await stage.fail(name, args)).hint, name).toContain('--allow eval');
    await stage.call('WriteConsoleScript', { path: 'other.cs', content: '1' });
  });

  it('needs no enableConsoleEval, which is about running code', async () => {
    const stage = await Stage.open({ grants: REMOTE, config: { allowWrites: true } });
    await stage.call('WriteStartupScript', { content: 'return 1;' });
    await stage.call('SetStartupScriptEnabled', { enabled: false });
  });

  it('does not include other scripts, nor disabling the startup script', async () => {
    const stage = await opened();
    await stage.call('WriteConsoleScript', { path: 'folder.cs', content: '1' }, WRITER);
    await stage.call('WriteStartupScript', { content: 'return 1;' }, CODER);
    await stage.call('SetStartupScriptEnabled', { enabled: false }, WRITER);
    expect(stage.audited.at(-1)).toMatchObject({ access: 'write' });
  });
});

describe('UndoWrite', () => {
  it('needs the access of the write that it takes back', async () => {
    const stage = await opened();
    const { journalId } = await stage.whole('WriteStartupScript', { content: 'return 1;' }, CODER);
    for (const args of [{ id: journalId }, { since: 0 }])
      expect((await stage.fail('UndoWrite', args, WRITER)).message).toContain(':eval');
    await stage.call('UndoWrite', { id: journalId }, CODER);
    expect(stage.audited.at(-1)).toMatchObject({ tool: 'UndoWrite', access: 'danger' });
  });

  it('is open to a writer for what a writer may write', async () => {
    const stage = await opened();
    await stage.call('WriteStartupScript', { content: 'return 1;' }, CODER);
    const { journalId } = await stage.whole('SetClipboardText', { text: 'a' }, WRITER);
    await stage.call('UndoWrite', { id: journalId }, WRITER);
    expect(stage.audited.at(-1)).toMatchObject({ tool: 'UndoWrite', access: 'write' });
  });

  it('needs the access of code where it lets code run again', async () => {
    const stage = await opened();
    await stage.call('WriteStartupScript', { content: 'return 1;' }, CODER);
    const off = await stage.whole('SetStartupScriptEnabled', { enabled: false }, WRITER);
    expect((await stage.fail('UndoWrite', { id: off.journalId }, WRITER)).message).toContain(':eval');
    const signature = await hooked(stage);
    await stage.call('HookSetSource', { signature, source: 'return 1;' }, CODER);
    const disabled = await stage.whole('HookSetEnabled', { signature, enabled: false }, WRITER);
    expect((await stage.fail('UndoWrite', { id: disabled.journalId }, WRITER)).message).toContain(':eval');
    const removed = await stage.whole('HookRemove', { signature }, WRITER);
    expect((await stage.fail('UndoWrite', { id: removed.journalId }, WRITER)).message).toContain(':eval');
    await stage.call('UndoWrite', { id: removed.journalId }, CODER);
    await stage.call('HookRemove', { signature }, WRITER);
  });
});

describe('UndoWrite of a hook', () => {
  it('needs the access of code where the hook got a source since', async () => {
    const stage = await opened();
    const signature = await hooked(stage);
    const off = await stage.whole('HookSetEnabled', { signature, enabled: false }, WRITER);
    await stage.call('HookSetSource', { signature, source: 'return 1;' }, CODER);
    expect((await stage.fail('UndoWrite', { id: off.journalId }, WRITER)).message).toContain(':eval');
    await stage.call('UndoWrite', { id: off.journalId }, CODER);
    await stage.call('HookRemove', { signature });
  });

  it('needs the access of code where its own undo would write a source', async () => {
    const stage = await opened();
    const signature = await hooked(stage);
    const [added] = await stage.entries();
    await stage.call('HookSetSource', { signature, source: 'return 1;' }, CODER);
    const undone = await stage.whole('UndoWrite', { id: added?.Id, force: true }, WRITER);
    expect((await stage.fail('UndoWrite', { id: undone.journalId }, WRITER)).message).toContain(':eval');
    await stage.call('UndoWrite', { id: undone.journalId }, CODER);
    await stage.call('HookRemove', { signature });
  });

  it('is open to a writer once the source is as before', async () => {
    const stage = await opened();
    const signature = await hooked(stage);
    const [added] = await stage.entries();
    const set = await stage.whole('HookSetSource', { signature, source: 'return 1;' }, CODER);
    await stage.call('UndoWrite', { id: set.journalId }, CODER);
    await stage.call('UndoWrite', { id: added?.Id }, WRITER);
  });
});

describe('a retry with an operation key', () => {
  it('needs the access of the call whose outcome it gets', async () => {
    const stage = await opened();
    const { journalId } = await stage.whole('WriteStartupScript', { content: 'return 1;' }, CODER);
    const undo = ['UndoWrite', { id: journalId }] as const;
    const first = await stage.call(...undo, { ...CODER, key: 'retry-undo-0001' });
    expect(await stage.call(...undo, { ...CODER, key: 'retry-undo-0001' })).toEqual(first);
    const weak = { principal: CODER.principal, rights: ['write'], key: 'retry-undo-0001' };
    expect((await stage.fail(...undo, weak)).message).toContain(':eval');
    const other = { ...WRITER, key: 'retry-undo-0001' };
    expect((await stage.fail(...undo, other)).message).toContain('was undone by');
  });
});

describe('HookSetEnabled', () => {
  it('needs the access of code for a hook that has a source', async () => {
    const stage = await opened();
    const signature = await hooked(stage);
    await stage.call('HookSetEnabled', { signature, enabled: false }, WRITER);
    await stage.call('HookSetEnabled', { signature, enabled: true }, WRITER);
    await stage.call('HookSetSource', { signature, source: 'return 1;' }, CODER);
    await stage.call('HookSetEnabled', { signature, enabled: false }, WRITER);
    const failure = await stage.fail('HookSetEnabled', { signature, enabled: true }, WRITER);
    expect(failure.message).toContain(':eval');
    await stage.call('HookSetEnabled', { signature, enabled: true }, CODER);
    await stage.call('HookRemove', { signature });
  });
});

describe('SetConfig', () => {
  it('is a write where it opens something, and closes in any case', async () => {
    const stage = await Stage.open({ grants: REMOTE });
    stage.operatorGates.setStopped(undefined, true);
    const { message } = await stage.fail('SetConfig', { allowWrites: true });
    expect(message).toContain('The operator stopped all writes');
    expect((await stage.fail('SetConfig', { restart: true })).message).toContain('stopped');
    await stage.call('SetConfig', { allowWrites: false, requireConfirm: true });
    stage.operatorGates.setStopped(undefined, false);
    await stage.call('SetConfig', { allowWrites: true });
    expect(stage.audited.at(-1)).toMatchObject({ tool: 'SetConfig', access: 'write' });
  });

  it('names its own flag, and not the one of writes, where clients may not open gates', async () => {
    const stage = await Stage.open();
    expect((await stage.fail('SetConfig', { allowWrites: true })).hint).toContain('--allow remote-config');
  });
});

describe('a stop of the operator', () => {
  it('disables hooks with code and enables them again, and says so', async () => {
    const stage = await opened();
    const signature = await hooked(stage);
    const plain = await stage.call<{ signature: string }>('HookAdd', {
      type: HEALTH,
      methodOrSignature: 'System.Void Worldwire.Health::Damage(System.Single)',
    });
    await stage.call('HookSetSource', { signature, source: 'return 1;' }, CODER);
    const enabled = async () =>
      Object.fromEntries(
        (
          await stage.resource<{ Items: { Signature: string; Enabled: boolean }[] }>('unity://hooks')
        ).Items.map(({ Signature, Enabled }) => [Signature, Enabled]),
      );
    stage.operatorGates.setStopped(undefined, true);
    expect(await stage.kernel.gateChanged()).toEqual([`1 hook was disabled: ${signature}.`]);
    expect(await enabled()).toEqual({ [signature]: false, [plain.signature]: true });
    stage.operatorGates.setStopped(undefined, false);
    expect(await stage.kernel.gateChanged()).toEqual([`1 hook was enabled again: ${signature}.`]);
    expect(await enabled()).toEqual({ [signature]: true, [plain.signature]: true });
    stage.operatorGates.set(stage.unity.world.name, 'write');
    expect(await stage.kernel.gateChanged()).toEqual([`1 hook was disabled: ${signature}.`]);
    stage.operatorGates.set(stage.unity.world.name, undefined);
    await stage.kernel.gateChanged();
    stage.operatorGates.setStopped('wanda', true);
    expect(await stage.kernel.gateChanged()).toEqual([]);
    stage.operatorGates.setStopped('eve', true);
    expect(await stage.kernel.gateChanged()).toEqual([`1 hook was disabled: ${signature}.`]);
    await stage.call('HookRemove', { signature });
    await stage.call('HookRemove', { signature: plain.signature });
  });

  it('says that the startup script is skipped', async () => {
    const stage = await opened();
    await stage.call('WriteStartupScript', { content: 'return 1;' }, CODER);
    stage.operatorGates.setStopped(undefined, true);
    expect(await stage.kernel.gateChanged()).toEqual([
      'The startup script is skipped when an engine starts.',
    ]);
  });
});
