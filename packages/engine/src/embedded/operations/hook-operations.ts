import { EngineError } from '../../port/engine-error.js';
import type { World } from '../model/world.js';
import { pageBounds, pageOf, shown } from '../params/check-params.js';
import { onlyMethod } from '../reflection/invoke.js';
import { nearNames } from '../reflection/near-names.js';
import { Hook } from '../script/hook.js';
import { checkCode } from './code-operations.js';
import type { Handlers } from './handlers.js';

export function hookOperations(
  world: World,
  operate: (name: string, params: unknown) => unknown,
): Handlers<
  | 'hook.methods'
  | 'hook.list'
  | 'hook.add'
  | 'hook.calls'
  | 'hook.remove'
  | 'hook.enable'
  | 'hook.source.get'
  | 'hook.source.set'
  | 'code.check'
> {
  const hooks = new Map<string, Hook>();
  const get = (signature: string): Hook => {
    const found = hooks.get(signature);
    if (found !== undefined) return found;
    const near = nearNames(String(signature), [...hooks.keys()]);
    const known = hooks.size === 0 ? 'there are no hooks: add one first' : 'list the hooks to see all';
    const hint = near === undefined ? known : `did you mean ${near}?`;
    throw new EngineError('not-found', `there is no hook on ${signature}`, hint);
  };
  return {
    'hook.methods': ({ type: name, filter = '', ...paging }) => {
      const type = world.types.get(name);
      const wanted = filter.toLowerCase();
      const methods = [...type.allMethods()]
        .map(each => ({ name: each.name, signature: type.signature(each) }))
        .filter(({ signature }) => signature.toLowerCase().includes(wanted));
      return pageOf(methods, paging);
    },

    'hook.list': paging =>
      pageOf(
        [...hooks.values()].map(hook => hook.describe()),
        paging,
      ),

    'hook.add': ({ type: name, method }) => {
      const type = world.types.get(name);
      const found = onlyMethod(type, method);
      const signature = type.signature(found);
      if (hooks.has(signature)) {
        const hint = 'read its recorded calls, or remove it first';
        throw new EngineError('invalid', `${signature} has a hook already`, hint);
      }
      const hook = new Hook(signature, found, world, operate);
      hooks.set(signature, hook);
      return hook.describe();
    },

    'hook.calls': ({ signature, since, limit }) => {
      const hook = get(signature);
      const bounds = pageBounds({ ...(limit !== undefined && { limit }), offset: since ?? 0 });
      return hook.calls(since, bounds.limit);
    },

    'hook.remove': ({ signature }) => {
      const hook = get(signature);
      const last = hook.describe();
      hook.enabled = false;
      hooks.delete(signature);
      return last;
    },

    'hook.enable': ({ signature, enabled }) => {
      const hook = get(signature);
      if (typeof enabled !== 'boolean')
        throw new EngineError('invalid', `enabled is ${shown(enabled)}`, 'send true or false');
      const before = hook.enabled;
      hook.enabled = enabled;
      return { before, after: hook.enabled };
    },

    'hook.source.get': ({ signature }) => ({ source: get(signature).source }),

    'code.check': ({ hook, ...params }) => {
      if (hook === undefined) checkCode(params);
      else get(hook).check(sourceText(params.code));
      return { checked: true };
    },

    'hook.source.set': ({ signature, source: given }) => {
      const hook = get(signature);
      const source = sourceText(given);
      const before = hook.source;
      hook.replace(source);
      return { before, after: hook.source };
    },
  };
}

function sourceText(source: unknown): string {
  if (typeof source === 'string') return source;
  throw new EngineError('invalid', `source is ${shown(source)}`, 'send the code as text');
}
