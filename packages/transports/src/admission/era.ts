import {
  type Dialect,
  dialectMethod,
  findRevision,
  type Invalid,
  type Message,
  metaVersion,
} from '@worldwire/protocol';

/**
 * How a message is served, on every wire.
 *
 * - `stateless`: by the revision that it names itself (2026-07-28). It has no session.
 * - `session`: by the session that `initialize` opened.
 * - `dialect`: by the revision of the mount's dialect, whose clients neither open a session nor name a revision.
 */
export type Era = 'stateless' | 'session' | 'dialect';

/** A message as a wire reads it. An invalid one may have an error code of its own. */
export type Reading = Exclude<Message, Invalid> | (Invalid & { readonly code?: number });

/**
 * The era of a message. `version` is the revision that the wire names beside the message, as HTTP does in a header.
 * `hasSession` says whether the message came with a session. A stateless message need not be valid: one without any
 * revision is refused by `statelessCaller`.
 */
export function eraOf(
  message: Message,
  dialect: Dialect | undefined,
  version: string | undefined,
  hasSession: boolean,
): Era {
  const request = message.kind === 'request' ? message : undefined;
  if (request !== undefined && metaVersion(request.params) !== undefined) return 'stateless';
  if (version !== undefined) return findRevision(version)?.era === 'session' ? 'session' : 'stateless';
  if (hasSession || request?.method === 'initialize') return 'session';
  if (request === undefined || dialect?.revision === undefined) return 'stateless';
  return dialect.sessionless === true || dialectMethod(dialect, request) !== undefined
    ? 'dialect'
    : 'stateless';
}
