import { type Tool, WorldError } from '@worldwire/server';
import { z } from 'zod';
import { hookOf } from '../dto/cards.js';
import { confirm, filter, LANGUAGE, paging, signature, typeName } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import { requireReadBack } from '../writes/read-back.js';
import type { ToolParts } from './parts.js';

const MAX_HOOKS = 500;
const MAX_SOURCE = 16_384;
const method = z.string().min(1).max(4_000).optional();
const BY_SIGNATURE = 'Pass a full signature from HookListMethods.';
const LISTED = 'unity://hooks lists those there are.';
const THERE = 'HookSetSource changes what it does, HookSetEnabled switches it, HookRemove takes it away.';

/** Hooks stand on methods of types that hookAllowlistSignatures names: despite its own name, it holds types. */
export function hookTools({ kit, scene, explorer, gates, events }: ToolParts): readonly Tool[] {
  const changed = () => events.resourceUpdated('unity://hooks');
  const find = async (wanted: string) => {
    const { items } = await scene.call('hook.list', { limit: MAX_HOOKS });
    const found = items.find(hook => hook.signature === wanted);
    return found === undefined ? null : hookOf(found);
  };
  const methodsOf = async (type: string, method: string) => {
    const { items } = await scene.call('hook.methods', { type, limit: MAX_HOOKS });
    return items.filter(({ name, signature }) => name === method || signature === method);
  };
  /** Whether the one method that is meant has a hook already. False also where that cannot be found out. */
  const isThere = async (type: string, method: string): Promise<boolean> => {
    try {
      const [only, another] = await methodsOf(type, method);
      return only !== undefined && another === undefined && (await find(only.signature)) !== null;
    } catch (thrown) {
      if (thrown instanceof WorldError) return false;
      throw thrown;
    }
  };
  /** Why no hook was added, with what leads on where the engine does not say. */
  const unadded = async (thrown: unknown, type: string, method: string): Promise<unknown> => {
    if (!(thrown instanceof WorldError) || thrown.kind !== 'InvalidArgument' || thrown.hint !== undefined)
      return thrown;
    return (await isThere(type, method))
      ? new WorldError('Conflict', thrown.message, THERE)
      : new WorldError(thrown.kind, thrown.message, BY_SIGNATURE);
  };
  return [
    kit.reading({
      name: 'HookListAllowedTypes',
      title: 'Types that may be hooked',
      description: 'Lists the types whose methods HookAdd may hook.',
      output: { ok: z.boolean(), items: z.array(z.string()) },
      run: () => ({ ok: true, items: gates.settings.hookAllowlistSignatures }),
    }),
    kit.reading({
      name: 'HookListMethods',
      title: 'Methods that may be hooked',
      description:
        'Lists the methods of a type of HookListAllowedTypes, with the signatures that HookAdd takes.',
      input: z.object({ type: typeName, filter: filter.describe('Part of the name.'), ...paging }),
      output: dto.pageShape(dto.hookMethod),
      run: args => {
        gates.requireHookType(args.type);
        return explorer.hookMethods(args);
      },
    }),
    kit.reading({
      name: 'HookGetSource',
      title: 'Source of a hook',
      description: `Gives the code that runs in place of the hooked method. ${LANGUAGE}`,
      input: z.object({ signature }),
      output: { ok: z.boolean(), signature: z.string(), source: z.string() },
      run: args => known(explorer.hookSource(args.signature)),
    }),
    kit.writing({
      name: 'HookAdd',
      title: 'Add a hook',
      description:
        'Hooks a method of an allowed type, so that its calls are seen. A signature tells overloads apart.',
      input: z.object({
        type: typeName,
        methodOrSignature: method.describe('A name only one method has, or a signature.'),
        method: method.describe('The same under its older name.'),
        confirm,
      }),
      output: { ...dto.written, signature: z.string() },
      // An inherited method belongs to the type that declares it, and a hook on it is a hook for all below that.
      permit: async args => {
        const { type } = args;
        gates.requireHookType(type);
        const method = methodIn(args);
        const [found] = await methodsOf(type, method);
        if (found !== undefined) return gates.requireHookType(typeOf(found.signature) ?? type);
        const named = typeOf(method);
        if (named === undefined || named === type) return;
        throw new WorldError('InvalidArgument', `The signature is of ${named} and not of ${type}.`);
      },
      run: async (args, write) => {
        const { type } = args;
        const method = methodIn(args);
        const added = await write.call('hook.add', { type, method }).catch(async thrown => {
          throw await unadded(thrown, type, method);
        });
        const after = await find(added.signature);
        const values = write.wrote(null, after);
        changed();
        requireReadBack('The hook', after !== null, values);
        return { ok: true, signature: added.signature, ...values };
      },
    }),
    kit.writing({
      name: 'HookRemove',
      title: 'Remove a hook',
      description: 'Removes a hook: the method is what it was.',
      destructive: true,
      input: z.object({ signature, confirm }),
      output: dto.written,
      run: async ({ signature: wanted }, write) => {
        const before = hookOf(await known(write.call('hook.remove', { signature: wanted })));
        const after = await find(wanted);
        const values = write.wrote(before, after);
        changed();
        requireReadBack('The hook', after === null, values);
        return { ok: true, ...values };
      },
    }),
    kit.writing({
      name: 'HookSetEnabled',
      title: 'Switch a hook',
      description: 'Switches a hook on or off.',
      idempotent: true,
      input: z.object({ signature, enabled: z.boolean(), confirm }),
      output: dto.written,
      // Off is always safe; on needs the type to be allowed still.
      permit: ({ signature: wanted, enabled }) => {
        if (enabled) gates.requireHookType(typeOf(wanted) ?? wanted);
      },
      run: async ({ signature: wanted, enabled }, write) => {
        const { before, after } = await known(write.call('hook.enable', { signature: wanted, enabled }));
        const values = write.wrote(before, after);
        changed();
        requireReadBack('The hook', after === enabled, values);
        return { ok: true, ...values };
      },
    }),
    kit.writing({
      name: 'HookSetSource',
      title: 'Set the source of a hook',
      description: `Sets the code that runs in place of the method; HookGetSource shows what is at hand in it. ${LANGUAGE}`,
      evaluates: true,
      destructive: true,
      idempotent: true,
      input: z.object({ signature, source: z.string().max(MAX_SOURCE), confirm }),
      output: dto.written,
      permit: ({ signature: wanted }) => gates.requireHookType(typeOf(wanted) ?? wanted),
      run: async ({ signature: wanted, source }, write) => {
        const { before, after } = await known(write.call('hook.source.set', { signature: wanted, source }));
        const values = write.wrote(before, after);
        changed();
        requireReadBack('The source of the hook', after === source, values);
        return { ok: true, ...values };
      },
    }),
  ];
}

function methodIn(given: { methodOrSignature?: string | undefined; method?: string | undefined }): string {
  const name = given.methodOrSignature ?? given.method;
  if (name !== undefined) return name;
  throw new WorldError('InvalidArgument', 'HookAdd needs methodOrSignature.', BY_SIGNATURE);
}

/** The type in a signature such as "System.Void Game.Health::Damage(System.Single)". */
function typeOf(signature: string): string | undefined {
  const end = signature.indexOf('::');
  if (end < 0) return undefined;
  return signature.slice(signature.lastIndexOf(' ', end) + 1, end);
}

/** What is done with a hook. The engine says where there is none, and we where those are that there are. */
async function known<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (thrown) {
    if (!(thrown instanceof WorldError) || thrown.kind !== 'NotFound') throw thrown;
    throw new WorldError(thrown.kind, thrown.message, thrown.hint ?? LISTED);
  }
}
