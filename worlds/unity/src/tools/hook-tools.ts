import { type Access, type Tool, WorldError } from '@worldwire/server';
import { z } from 'zod';
import { hookOf } from '../dto/cards.js';
import { confirm, signature, typeName } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import { checkCode } from '../scene/check-code.js';
import { type FullHook, typeOf } from '../scene/hook-names.js';
import { changed } from '../writes/planned-effect.js';
import type { Write } from '../writes/write.js';
import type { ToolParts } from './parts.js';

const MAX_SOURCE = 16_384;
const method = z.string().min(1).max(4_000).optional();

/** Hooks on methods of the types in hookAllowlistSignatures. Despite its name, that list holds types. */
export function hookTools({ kit, scene, gates, hooks, installed, events }: ToolParts): readonly Tool[] {
  const updated = () => events.resourceUpdated('unity://hooks');
  const isCode = (signature: string) => !installed.isPlain(signature);
  const full = (signature: string) => hooks.full(signature, () => isCode(signature));
  /** Enables or disables a hook. A call that was allowed to write enables no code. */
  const enable = async (write: Write, signature: string, enabled: boolean) => {
    const { access, principal } = write.context;
    const set = () => write.call('hook.enable', { signature, enabled });
    if (!enabled) {
      const values = await set();
      await installed.released(signature);
      return values;
    }
    if (!isCode(signature)) return set();
    requireCode(access, signature);
    return installed.run(signature, principal, set);
  };
  const setSource = (write: Write, signature: string, source: string) => {
    requireCode(write.context.access, signature);
    return installed.run(signature, write.context.principal, () =>
      write.call('hook.source.set', { signature, source }),
    );
  };
  const remove = async (write: Write, signature: string) => {
    await write.call('hook.remove', { signature });
    await installed.removed(signature);
  };
  const put = async (write: Write, signature: string, type: string, wanted: FullHook) => {
    const isNew = (await hooks.find(signature)) === undefined;
    if (isNew) {
      await write.call('hook.add', { type, method: signature });
      if (!wanted.isCode) installed.added(signature);
    }
    const now = await full(signature);
    if (now?.source !== wanted.source) {
      try {
        gates.requireEval('UndoWrite');
        await setSource(write, signature, wanted.source);
      } catch (thrown) {
        if (isNew) await remove(write, signature);
        throw thrown;
      }
    }
    if (now?.enabled !== wanted.enabled) await enable(write, signature, wanted.enabled);
  };
  const enabledNow = async (signature: string) => (await hooks.known(signature)).enabled;
  const sourceNow = async (signature: string) => (await scene.call('hook.source.get', { signature })).source;
  /** Adds a hook again with its source and state, or removes it. */
  const hookStep = kit.restores<{ readonly signature: string; readonly type: string }, FullHook | null>({
    name: 'hook',
    what: ({ signature }) => `the hook on ${signature}`,
    access: value => (value?.isCode === true ? 'danger' : 'write'),
    permit: (value, { type }) => {
      if (value !== null) gates.requireHookType(type);
    },
    read: ({ signature }) => full(signature),
    // A source that was set back leaves the same hook.
    same: (a, b) => a?.enabled === b?.enabled && a?.source === b?.source,
    set: async (undoing, value, { signature, type }) => {
      if (value === null) await remove(undoing, signature);
      else await put(undoing, signature, type, value);
      updated();
      return undefined;
    },
    show: (value, { signature }) =>
      value === null ? null : { Signature: signature, Enabled: value.enabled },
  });
  const enabledStep = kit.restores<{ readonly signature: string }, boolean>({
    name: 'hook enabled',
    what: ({ signature }) => `whether the hook on ${signature} is enabled`,
    access: (value, { signature }) => (value && isCode(signature) ? 'danger' : 'write'),
    permit: (value, { signature }) => {
      if (value) gates.requireHookType(typeOf(signature) ?? signature);
    },
    read: ({ signature }) => enabledNow(signature),
    set: async (undoing, value, { signature }) => {
      await enable(undoing, signature, value);
      updated();
      return undefined;
    },
  });
  const sourceStep = kit.restores<{ readonly signature: string }, string>({
    name: 'hook source',
    what: ({ signature }) => `the code of the hook on ${signature}`,
    access: () => 'danger',
    permit: (_, { signature }) => {
      gates.requireEval('UndoWrite');
      gates.requireHookType(typeOf(signature) ?? signature);
    },
    read: ({ signature }) => sourceNow(signature),
    set: async (undoing, value, { signature }) => {
      await setSource(undoing, signature, value);
      updated();
      return undefined;
    },
  });
  return [
    kit.writing({
      name: 'HookAdd',
      title: 'Add a hook',
      description: 'Adds a hook to a method of an allowed type. It records calls for HookGetCalls.',
      input: z.object({
        type: typeName,
        methodOrSignature: method.describe('Or its name, if only one method has it.'),
        method,
        confirm,
      }),
      output: { ...dto.written, signature: z.string() },
      prepare: async args => {
        const method = methodIn(args);
        const type = await hooks.fullType(args.type, gates.settings.hookAllowlistSignatures);
        return { type, ...(await hooks.onlyMethod(type, method)) };
      },
      admit: ({ type }) => gates.admitHookType(type),
      // A hook on an inherited method works for all types that inherit it, so the declaring type must be allowed.
      permit: (_, { type, signature }) => {
        gates.requireHookType(type);
        gates.requireHookType(typeOf(signature) ?? type);
      },
      question: (_, { signature }) => `Hook ${signature}?`,
      plan: async (_, { signature }) => {
        await hooks.requireFree(signature);
        const after = { Signature: signature, Enabled: true };
        const items = changed(`the hook on ${signature}`, null, after);
        return { before: null, after, more: { signature }, items };
      },
      run: async (_, write, __, { type, signature }) => {
        await hooks.requireFree(signature);
        await write.call('hook.add', { type, method: signature });
        installed.added(signature);
        const after = await full(signature);
        updated();
        const undo = hookStep({ signature, type }, { from: after, to: null });
        const shown = after === null ? null : { Signature: signature, Enabled: after.enabled };
        return { signature, ...write.done('the hook', after !== null, { before: null, after: shown }, undo) };
      },
    }),
    kit.writing({
      name: 'HookRemove',
      title: 'Remove a hook',
      description: 'Removes one hook.',
      destructive: true,
      input: z.object({ signature, confirm }),
      output: dto.written,
      prepare: ({ signature }) => hooks.known(signature),
      question: ({ signature }) => `Remove the hook on ${signature}?`,
      plan: ({ signature }, hook) => {
        const before = hookOf(hook);
        return { before, after: null, items: changed(`the hook on ${signature}`, before, null) };
      },
      run: async ({ signature }, write, _, hook) => {
        const old = await full(signature);
        await remove(write, signature);
        const left = await hooks.find(signature);
        updated();
        const values = { asked: null, before: hookOf(hook), after: left === undefined ? null : hookOf(left) };
        const undo = hookStep({ signature, type: typeOf(signature) ?? signature }, { from: null, to: old });
        return write.done('the hook', left === undefined, values, undo);
      },
    }),
    kit.writing({
      name: 'HookSetEnabled',
      title: 'Enable or disable a hook',
      description: 'Enables or disables a hook.',
      idempotent: true,
      accessOf: ({ signature, enabled }) => (enabled && isCode(signature) ? 'danger' : 'write'),
      raises: [{ access: 'danger', when: 'it enables a hook with a source' }],
      input: z.object({ signature, enabled: z.boolean(), confirm }),
      output: dto.written,
      prepare: async ({ signature, enabled }, { access }) => {
        const hook = await hooks.known(signature);
        if (enabled && isCode(signature)) requireCode(access, signature);
        return hook;
      },
      // Disabling is always allowed.
      permit: ({ signature, enabled }) => {
        if (enabled) gates.requireHookType(typeOf(signature) ?? signature);
      },
      question: ({ signature, enabled }) => `${enabled ? 'Enable' : 'Disable'} the hook on ${signature}?`,
      plan: ({ signature, enabled }, hook) => {
        const before = hook.enabled;
        const items = changed(`whether the hook on ${signature} is enabled`, before, enabled);
        return { before, after: enabled, items };
      },
      run: async ({ signature, enabled }, write) => {
        const { before, after } = await enable(write, signature, enabled);
        updated();
        const undo = enabledStep({ signature }, { from: after, to: before });
        return write.done('the hook', after === enabled, { asked: enabled, before, after }, undo);
      },
    }),
    kit.writing({
      name: 'HookSetSource',
      title: 'Set the source of a hook',
      description: `Sets the code that runs instead of the method. HookGetSource shows what it can use.`,
      evaluates: true,
      destructive: true,
      idempotent: true,
      input: z.object({ signature, source: z.string().max(MAX_SOURCE), confirm }),
      output: dto.written,
      prepare: ({ signature }) => hooks.known(signature),
      permit: ({ signature }) => gates.requireHookType(typeOf(signature) ?? signature),
      question: ({ signature }) => `Replace the code of the hook on ${signature}?`,
      plan: async ({ signature, source }) => {
        const { source: before } = await scene.call('hook.source.get', { signature });
        const note = await checkCode(scene, { code: source, hook: signature });
        const items = changed(`the code of the hook on ${signature}`, before, source);
        return { before, after: source, more: { note }, items };
      },
      run: async ({ signature, source }, write) => {
        const { before, after } = await setSource(write, signature, source);
        updated();
        const undo = sourceStep({ signature }, { from: after, to: before });
        const values = { asked: source, before, after };
        return write.done('the source of the hook', after === source, values, undo);
      },
    }),
  ];
}

/** Throws for a call that was decided as a write, and would let code run now. */
function requireCode(allowed: Access, signature: string): void {
  if (allowed === 'danger') return;
  throw new WorldError(
    'Conflict',
    `The hook on ${signature} got a source meanwhile, so that this call would run code.`,
    'Send the call again: it is then decided as one that runs code.',
  );
}

function methodIn(given: { methodOrSignature?: string | undefined; method?: string | undefined }): string {
  const { methodOrSignature, method } = given;
  if (methodOrSignature !== undefined && method !== undefined) {
    throw new WorldError(
      'InvalidArgument',
      'HookAdd has both methodOrSignature and method.',
      'Send one of them: methodOrSignature takes names and signatures.',
    );
  }
  const name = methodOrSignature ?? method;
  if (name !== undefined) return name;
  throw new WorldError(
    'InvalidArgument',
    'HookAdd needs methodOrSignature.',
    'HookListMethods lists the signatures.',
  );
}
