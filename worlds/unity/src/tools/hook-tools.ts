import { type Tool, WorldError } from '@worldwire/server';
import { z } from 'zod';
import { hookOf } from '../dto/cards.js';
import { confirm, signature, typeName } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import { checkCode } from '../scene/check-code.js';
import { type FullHook, typeOf } from '../scene/hook-names.js';
import { reversal } from '../writes/reversal.js';
import type { Write } from '../writes/write.js';
import type { ToolParts } from './parts.js';

const MAX_SOURCE = 16_384;
const method = z.string().min(1).max(4_000).optional();

/** Hooks on methods of the types in hookAllowlistSignatures. Despite its name, that list holds types. */
export function hookTools({ kit, scene, gates, hooks, installed, events }: ToolParts): readonly Tool[] {
  const changed = () => events.resourceUpdated('unity://hooks');
  const put = async (write: Write, signature: string, type: string, { source, enabled }: FullHook) => {
    if ((await hooks.find(signature)) === undefined)
      await write.call('hook.add', { type, method: signature });
    const now = await hooks.full(signature);
    if (now?.source !== source) {
      try {
        gates.requireEval('UndoWrite');
      } catch (thrown) {
        await write.call('hook.remove', { signature });
        throw thrown;
      }
      await write.call('hook.source.set', { signature, source });
      installed.sourceSet(signature, write.context.principal);
    }
    if (now?.enabled !== enabled) await write.call('hook.enable', { signature, enabled });
  };
  /** Adds a hook again with its source and state, or removes it. */
  const undoOf = (
    signature: string,
    type: string,
    from: FullHook | null,
    to: FullHook | null,
    isPlain = true,
  ) =>
    reversal<FullHook | null>({
      what: `the hook on ${signature}`,
      access: isPlain ? undefined : 'danger',
      from,
      to,
      permit: value => {
        if (value !== null) gates.requireHookType(type);
      },
      read: () => hooks.full(signature),
      set: async (undoing, value) => {
        if (value === null) await undoing.call('hook.remove', { signature });
        else {
          if (isPlain) installed.added(signature);
          await put(undoing, signature, type, value);
        }
        changed();
      },
      show: value => (value === null ? null : { Signature: signature, Enabled: value.enabled }),
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
      // A hook on an inherited method works for all types that inherit it, so the declaring type must be allowed.
      permit: (_, { type, signature }) => {
        gates.requireHookType(type);
        gates.requireHookType(typeOf(signature) ?? type);
      },
      question: (_, { signature }) => `Hook ${signature}?`,
      plan: async (_, { signature }) => {
        await hooks.requireFree(signature);
        return { before: null, after: { Signature: signature, Enabled: true }, more: { signature } };
      },
      run: async (_, write, __, { type, signature }) => {
        await hooks.requireFree(signature);
        await write.call('hook.add', { type, method: signature });
        installed.added(signature);
        const after = await hooks.full(signature);
        changed();
        const undo = undoOf(signature, type, after, null);
        const shown = after === null ? null : { Signature: signature, Enabled: after.enabled };
        return { signature, ...write.done('the hook', after !== null, { before: null, after: shown }, undo) };
      },
    }),
    kit.writing({
      name: 'HookRemove',
      title: 'Remove a hook',
      description: 'Removes a hook. The method runs as before.',
      destructive: true,
      input: z.object({ signature, confirm }),
      output: dto.written,
      prepare: ({ signature }) => hooks.known(signature),
      question: ({ signature }) => `Remove the hook on ${signature}?`,
      plan: (_, hook) => ({ before: hookOf(hook), after: null }),
      run: async ({ signature }, write, _, hook) => {
        const [old, isPlain] = [await hooks.full(signature), installed.isPlain(signature)];
        await write.call('hook.remove', { signature });
        const left = await hooks.find(signature);
        changed();
        const values = { asked: null, before: hookOf(hook), after: left === undefined ? null : hookOf(left) };
        const undo = undoOf(signature, typeOf(signature) ?? signature, null, old, isPlain);
        return write.done('the hook', left === undefined, values, undo);
      },
    }),
    kit.writing({
      name: 'HookSetEnabled',
      title: 'Enable or disable a hook',
      description: 'Enables or disables a hook.',
      idempotent: true,
      accessOf: ({ signature, enabled }) => (enabled && !installed.isPlain(signature) ? 'danger' : 'write'),
      raises: [{ access: 'danger', when: 'enabled is true and the hook has a source of its own' }],
      input: z.object({ signature, enabled: z.boolean(), confirm }),
      output: dto.written,
      prepare: async ({ signature, enabled }, { access }) => {
        const hook = await hooks.known(signature);
        if (enabled && access !== 'danger' && !installed.isPlain(signature))
          throw sourceSetMeanwhile(signature);
        return hook;
      },
      // Disabling is always allowed.
      permit: ({ signature, enabled }) => {
        if (enabled) gates.requireHookType(typeOf(signature) ?? signature);
      },
      question: ({ signature, enabled }) => `${enabled ? 'Enable' : 'Disable'} the hook on ${signature}?`,
      plan: ({ enabled }, hook) => ({ before: hook.enabled, after: enabled }),
      run: async ({ signature, enabled }, write) => {
        const { before, after } = await write.call('hook.enable', { signature, enabled });
        changed();
        const undo = reversal<boolean>({
          what: `whether the hook on ${signature} is enabled`,
          access: installed.isPlain(signature) ? undefined : 'danger',
          from: after,
          to: before,
          permit: value => {
            if (value) gates.requireHookType(typeOf(signature) ?? signature);
          },
          read: async () => (await hooks.known(signature)).enabled,
          set: async (undoing, value) => {
            await undoing.call('hook.enable', { signature, enabled: value });
            changed();
          },
        });
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
        return { before, after: source, more: { note } };
      },
      run: async ({ signature, source }, write) => {
        const { before, after } = await write.call('hook.source.set', { signature, source });
        installed.sourceSet(signature, write.context.principal);
        changed();
        const undo = reversal<string>({
          what: `the code of the hook on ${signature}`,
          from: after,
          to: before,
          permit: () => {
            gates.requireEval('UndoWrite');
            gates.requireHookType(typeOf(signature) ?? signature);
          },
          read: async () => (await scene.call('hook.source.get', { signature })).source,
          set: async (undoing, value) => {
            await undoing.call('hook.source.set', { signature, source: value });
            installed.sourceSet(signature, undoing.context.principal);
            changed();
          },
        });
        const values = { asked: source, before, after };
        return write.done('the source of the hook', after === source, values, undo);
      },
    }),
  ];
}

function sourceSetMeanwhile(signature: string): WorldError {
  return new WorldError(
    'Conflict',
    `The hook on ${signature} got a source meanwhile, so that enabling it runs code.`,
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
