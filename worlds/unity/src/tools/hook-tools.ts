import { type Tool, WorldError } from '@worldwire/server';
import { z } from 'zod';
import { hookOf } from '../dto/cards.js';
import { confirm, filter, LANGUAGE, paging, signature, typeName } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import type { ToolParts } from './parts.js';

const MAX_HOOKS = 500;
const MAX_SOURCE = 16_384;
const method = z.string().min(1).max(4_000).optional();
const BY_SIGNATURE = 'Pass a full signature from HookListMethods.';
const LISTED = 'The resource unity://hooks lists all hooks.';
const EXISTS = 'Change it with HookSetSource or HookSetEnabled, or remove it with HookRemove.';

/** Hooks on methods of the types in hookAllowlistSignatures. Despite its name, that list holds types. */
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
  /** Whether the method has a hook already. False if that cannot be read. */
  const isHooked = async (type: string, method: string): Promise<boolean> => {
    try {
      const [only, another] = await methodsOf(type, method);
      return only !== undefined && another === undefined && (await find(only.signature)) !== null;
    } catch (thrown) {
      if (thrown instanceof WorldError) return false;
      throw thrown;
    }
  };
  /** The error of HookAdd, with a hint if the engine gives none. */
  const addError = async (thrown: unknown, type: string, method: string): Promise<unknown> => {
    if (!(thrown instanceof WorldError) || thrown.kind !== 'InvalidArgument' || thrown.hint !== undefined)
      return thrown;
    return (await isHooked(type, method))
      ? new WorldError('Conflict', thrown.message, EXISTS)
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
        'Lists the methods of a type in HookListAllowedTypes, with the signatures that HookAdd takes.',
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
      description: `Returns the code that runs instead of the hooked method. ${LANGUAGE}`,
      input: z.object({ signature }),
      output: { ok: z.boolean(), signature: z.string(), source: z.string() },
      run: args => known(explorer.hookSource(args.signature)),
    }),
    kit.writing({
      name: 'HookAdd',
      title: 'Add a hook',
      description:
        'Adds a hook to a method of an allowed type. The hook counts calls until HookSetSource gives it code.',
      input: z.object({
        type: typeName,
        methodOrSignature: method.describe(
          'A signature of HookListMethods, or a name that only one method has.',
        ),
        method: method.describe('Older name of methodOrSignature.'),
        confirm,
      }),
      output: { ...dto.written, signature: z.string() },
      // A hook on an inherited method works for all types that inherit it, so the declaring type must be allowed.
      permit: async args => {
        const { type } = args;
        gates.requireHookType(type);
        const method = methodIn(args);
        const [found] = await methodsOf(type, method);
        if (found !== undefined) return gates.requireHookType(typeOf(found.signature) ?? type);
        const named = typeOf(method);
        if (named === undefined || named === type) return;
        throw new WorldError(
          'InvalidArgument',
          `The signature belongs to ${named}, not to ${type}.`,
          BY_SIGNATURE,
        );
      },
      run: async (args, write) => {
        const { type } = args;
        const method = methodIn(args);
        const added = await write.call('hook.add', { type, method }).catch(async thrown => {
          throw await addError(thrown, type, method);
        });
        const after = await find(added.signature);
        changed();
        const values = write.done('the hook', after !== null, { before: null, after });
        return { signature: added.signature, ...values };
      },
    }),
    kit.writing({
      name: 'HookRemove',
      title: 'Remove a hook',
      description: 'Removes a hook. The method runs as before.',
      destructive: true,
      input: z.object({ signature, confirm }),
      output: dto.written,
      run: async ({ signature: wanted }, write) => {
        const before = hookOf(await known(write.call('hook.remove', { signature: wanted })));
        const after = await find(wanted);
        changed();
        return write.done('the hook', after === null, { asked: null, before, after });
      },
    }),
    kit.writing({
      name: 'HookSetEnabled',
      title: 'Enable or disable a hook',
      description: 'Enables or disables a hook.',
      idempotent: true,
      input: z.object({ signature, enabled: z.boolean(), confirm }),
      output: dto.written,
      // Disabling is always allowed.
      permit: ({ signature: wanted, enabled }) => {
        if (enabled) gates.requireHookType(typeOf(wanted) ?? wanted);
      },
      run: async ({ signature: wanted, enabled }, write) => {
        const { before, after } = await known(write.call('hook.enable', { signature: wanted, enabled }));
        changed();
        return write.done('the hook', after === enabled, { asked: enabled, before, after });
      },
    }),
    kit.writing({
      name: 'HookSetSource',
      title: 'Set the source of a hook',
      description: `Sets the code that runs instead of the method. HookGetSource shows what it can use. ${LANGUAGE}`,
      evaluates: true,
      destructive: true,
      idempotent: true,
      input: z.object({ signature, source: z.string().max(MAX_SOURCE), confirm }),
      output: dto.written,
      permit: ({ signature: wanted }) => gates.requireHookType(typeOf(wanted) ?? wanted),
      run: async ({ signature: wanted, source }, write) => {
        const { before, after } = await known(write.call('hook.source.set', { signature: wanted, source }));
        changed();
        return write.done('the source of the hook', after === source, { asked: source, before, after });
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

/** Adds to NotFound where hooks are listed. */
async function known<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (thrown) {
    if (!(thrown instanceof WorldError) || thrown.kind !== 'NotFound') throw thrown;
    throw new WorldError(thrown.kind, thrown.message, thrown.hint ?? LISTED);
  }
}
