import type { HookInfo, MethodInfo } from '@worldwire/engine';
import { WorldError } from '@worldwire/server';
import { cutText } from '@worldwire/server/kit';
import { fullType, methodName, suggestion } from './names.js';
import type { Scene } from './scene.js';

const PAGE = 500;
const MAX_NAMED = 3;
const MAX_SIGNATURE = 300;

/** A hook with what it needs to be added again. */
export interface FullHook {
  readonly enabled: boolean;
  readonly source: string;
  /** Whether it counts as code. */
  readonly isCode: boolean;
}

/** Finds hooks and methods by name. Errors name the nearest ones. */
export class HookNames {
  constructor(readonly scene: Scene) {}

  async find(signature: string): Promise<HookInfo | undefined> {
    return (await this.all()).find(hook => hook.signature === signature);
  }

  async known(wanted: string): Promise<HookInfo> {
    const all = await this.all();
    const found = all.find(({ signature }) => signature === wanted);
    if (found !== undefined) return found;
    const near = all.filter(({ signature }) => methodName(signature) === methodName(wanted));
    const others = (near.length > 0 ? near : all)
      .slice(0, MAX_NAMED)
      .map(({ signature }) => `"${signature}"`);
    throw new WorldError(
      'NotFound',
      `There is no hook on "${cutText(wanted, MAX_SIGNATURE)}".`,
      `${others.length > 0 ? `There is ${others.join(', ')}.` : 'HookAdd adds one.'} The resource unity://hooks lists all hooks.`,
    );
  }

  async full(signature: string, isCode: () => boolean): Promise<FullHook | null> {
    const hook = await this.find(signature);
    if (hook === undefined) return null;
    const { source } = await this.scene.call('hook.source.get', { signature });
    return { enabled: hook.enabled, source, isCode: isCode() };
  }

  async requireFree(signature: string): Promise<void> {
    if ((await this.find(signature)) === undefined) return;
    throw new WorldError(
      'Conflict',
      `${signature} has a hook already.`,
      'HookGetCalls reads its calls. Change it with HookSetSource or HookSetEnabled, or remove it with HookRemove.',
    );
  }

  /** The full name of a type, from the full or the short name in any case. Among several types the listed one counts. */
  async fullType(given: string, listed: readonly string[]): Promise<string> {
    const type = fullType(listed, given);
    const { items } = await this.scene.call('hook.methods', { type, limit: PAGE });
    return fullType(
      items.map(({ signature }) => typeOf(signature) ?? type),
      type,
    );
  }

  /** The one method with a name or signature. */
  async onlyMethod(type: string, wanted: string): Promise<MethodInfo> {
    const { items } = await this.scene.call('hook.methods', { type, limit: PAGE });
    const found = items.filter(({ name, signature }) => name === wanted || signature === wanted);
    const [only, another] = found;
    if (only !== undefined && another === undefined) return only;
    if (only !== undefined) {
      throw new WorldError(
        'InvalidArgument',
        `${type} has ${found.length} methods named ${wanted}.`,
        `Pass one of the signatures: ${found.map(({ signature }) => signature).join('; ')}.`,
      );
    }
    const owner = typeOf(wanted);
    if (owner !== undefined && owner !== type) {
      const hint = 'Pass a full signature from HookListMethods.';
      throw new WorldError('InvalidArgument', `The signature belongs to ${owner}, not to ${type}.`, hint);
    }
    const name = methodName(wanted);
    throw new WorldError(
      'NotFound',
      `${type} has no method "${cutText(name, MAX_SIGNATURE)}" that can be hooked.`,
      suggestion(
        name,
        [...new Set(items.map(each => each.name))],
        'HookListMethods lists the methods of a type.',
      ),
    );
  }

  async all(): Promise<readonly HookInfo[]> {
    const all: HookInfo[] = [];
    for (;;) {
      const { total, items } = await this.scene.call('hook.list', { limit: PAGE, offset: all.length });
      all.push(...items);
      if (items.length === 0 || all.length >= total) return all;
    }
  }
}

/** The type in a signature such as "System.Void Game.Health::Damage(System.Single)". */
export function typeOf(signature: string): string | undefined {
  const end = signature.indexOf('::');
  if (end < 0) return undefined;
  return signature.slice(signature.lastIndexOf(' ', end) + 1, end);
}
