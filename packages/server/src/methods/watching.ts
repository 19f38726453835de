import { WorldError } from '../api/world-error.js';
import type { Call } from '../calls/call.js';
import { isThenable } from '../kit/is-thenable.js';
import type { Registry } from '../registry/registry.js';

/** A URI that cannot be watched, with the world's reason if it has one. */
export interface Unwatchable {
  readonly reason?: WorldError;
}

type Verdict = Unwatchable | undefined;

/** Whether a URI can be watched. Synchronous unless the template's check is not. */
export function unwatchable(registry: Registry, uri: string, call: Call): Verdict | Promise<Verdict> {
  if (registry.resources.has(uri) || registry.skills.file(uri) !== undefined) return undefined;
  const match = registry.findTemplate(uri);
  if (match === undefined) return {};
  const { template, variables } = match;
  if (template.checkWatch === undefined) {
    return settled(
      () => template.read(variables, call),
      body => (body === undefined ? {} : undefined),
    );
  }
  return settled(
    () => template.checkWatch?.(variables, uri, call.principal),
    () => undefined,
  );
}

/** The URIs that can be watched. Checked one after the other, so that one request does not start many checks at once. */
export function watchable(
  registry: Registry,
  uris: readonly string[],
  call: Call,
): readonly string[] | Promise<readonly string[]> {
  const found: string[] = [];
  for (const [index, uri] of uris.entries()) {
    const verdict = unwatchable(registry, uri, call);
    if (verdict instanceof Promise) return lookOn(registry, uris.slice(index), call, found, verdict);
    if (verdict === undefined) found.push(uri);
  }
  return found;
}

/** Continues `watchable` asynchronously. */
async function lookOn(
  registry: Registry,
  uris: readonly string[],
  call: Call,
  found: string[],
  first: Promise<Verdict>,
): Promise<readonly string[]> {
  for (const [index, uri] of uris.entries()) {
    if (call.cancelled) break;
    const verdict = await (index === 0 ? first : unwatchable(registry, uri, call));
    if (verdict === undefined) found.push(uri);
  }
  return found;
}

function settled<Looked>(
  look: () => Looked | Promise<Looked>,
  verdictOf: (looked: Looked) => Verdict,
): Verdict | Promise<Verdict> {
  try {
    const looked = look();
    return isThenable(looked)
      ? (looked as Promise<Looked>).then(verdictOf, refused)
      : verdictOf(looked as Looked);
  } catch (thrown) {
    return refused(thrown);
  }
}

function refused(thrown: unknown): Unwatchable {
  if (thrown instanceof WorldError && thrown.kind === 'NotFound') return { reason: thrown };
  throw thrown;
}
