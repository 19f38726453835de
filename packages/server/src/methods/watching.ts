import type { Registry } from '../registry.js';
import { isThenable } from '../thenable.js';
import { WorldError } from '../world-error.js';

/** That a URI cannot be watched, with the reason where the world has one. */
export interface Unwatchable {
  readonly reason?: WorldError;
}

type Verdict = Unwatchable | undefined;

/** Whether a URI can be watched. Known at once, unless its template has to look. */
export function unwatchable(registry: Registry, uri: string): Verdict | Promise<Verdict> {
  if (registry.resources.has(uri) || registry.skills.file(uri) !== undefined) return undefined;
  const match = registry.findTemplate(uri);
  if (match === undefined) return {};
  try {
    const looking = match.template.checkWatch?.(match.variables, uri);
    return isThenable(looking) ? looking.then(() => undefined, refused) : undefined;
  } catch (thrown) {
    // Not thrown: those that still look would be left alone with their failures.
    return isNotFound(thrown) ? { reason: thrown } : Promise.reject(thrown);
  }
}

/** Those of them that can be watched. */
export function watchable(
  registry: Registry,
  uris: readonly string[],
): readonly string[] | Promise<readonly string[]> {
  const verdicts = uris.map(uri => unwatchable(registry, uri));
  const kept = (all: readonly unknown[]) => uris.filter((_, index) => all[index] === undefined);
  return verdicts.some(isThenable) ? Promise.all(verdicts).then(kept) : kept(verdicts);
}

function refused(thrown: unknown): Unwatchable {
  if (isNotFound(thrown)) return { reason: thrown };
  throw thrown;
}

function isNotFound(thrown: unknown): thrown is WorldError {
  return thrown instanceof WorldError && thrown.kind === 'NotFound';
}
