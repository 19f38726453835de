import {
  type Dialect,
  dialectMethod,
  findRevision,
  type JsonValue,
  META_VERSION,
  metaVersion,
  REVISIONS,
  type Request,
  type RequestMeta,
  type Revision,
  readRequestMeta,
  unsupportedVersion,
  WireError,
} from '@worldwire/protocol';
import { legible } from '@worldwire/server';
import type { Caller, Principal } from '@worldwire/server/internal';

type Cancel = NonNullable<Caller['cancel']>;

const NO_META: RequestMeta = {
  capabilities: {},
  client: { name: undefined, version: undefined },
  logLevel: undefined,
};

/** The caller of a request of the `dialect` era. */
export function dialectCaller(dialect: Dialect | undefined, who: Principal, cancel?: Cancel): Caller {
  return callerOf(who, dialect?.revision as Revision, NO_META, cancel);
}

/**
 * The caller of a request of the `stateless` era, or why it is refused. The checks have the order of the specification,
 * so that each mistake gets its own error. `version` is the revision that the
 * wire names beside the message; without one, that in `_meta`.
 */
export function statelessCaller(
  { params }: Request,
  who: Principal,
  version: JsonValue,
  cancel?: Cancel,
): Caller | WireError {
  const named = metaVersion(params);
  const revision = typeof version === 'string' ? findRevision(version) : undefined;
  if (typeof version === 'string' && revision === undefined && (named === undefined || named === version)) {
    return unsupportedVersion(version);
  }
  let meta: RequestMeta;
  try {
    meta = readRequestMeta(params);
  } catch (thrown) {
    if (thrown instanceof WireError) return thrown;
    throw thrown;
  }
  if (named !== version) {
    const message = `Header mismatch: MCP-Protocol-Version differs from params._meta["${META_VERSION}"].`;
    return WireError.of('HeaderMismatch', message);
  }
  if (revision?.era !== 'request') return unsupportedVersion(String(version));
  return callerOf(who, revision, meta, cancel);
}

/** For a request with neither session nor revision, on a wire without headers. */
export function notInitialized(request: Request, dialect: Dialect | undefined): WireError {
  const { method } = request;
  const name = legible(method, 128);
  const known = REVISIONS.some(({ methods }) => methods.has(method));
  if (!known && dialectMethod(dialect, request) === undefined) {
    return WireError.of('MethodNotFound', `There is no method "${name}" in any revision.`);
  }
  return WireError.of(
    'InvalidRequest',
    `Before ${name}, send initialize, or name the revision in params._meta["${META_VERSION}"].`,
  );
}

function callerOf(
  who: Principal,
  revision: Revision,
  { capabilities, client, logLevel }: RequestMeta,
  cancel: Cancel | undefined,
): Caller {
  const session = undefined;
  return cancel === undefined
    ? { who, revision, capabilities, client, logLevel, session }
    : { who, revision, capabilities, client, logLevel, session, cancel };
}
