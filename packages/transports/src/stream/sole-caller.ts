import {
  type Dialect,
  dialectMethod,
  findRevision,
  META_VERSION,
  metaVersion,
  REVISIONS,
  type Request,
  readRequestMeta,
  unsupportedVersion,
  WireError,
} from '@worldwire/protocol';
import type { Caller } from '@worldwire/server';

/** What a wire knows of its client. */
export interface Known {
  readonly principal: string;
  readonly dialect: Dialect | undefined;
  readonly cancel: NonNullable<Caller['cancel']>;
}

/** Who sends a request that belongs to no session: it names its revision, or its dialect has one. */
export function soleCaller(request: Request, known: Known): Caller | WireError {
  const { principal, cancel } = known;
  const version = metaVersion(request.params);
  if (version === undefined) return unannounced(request, known) ?? firstStep(request, known.dialect);
  const revision = typeof version === 'string' ? findRevision(version) : undefined;
  try {
    const { capabilities, client, logLevel } = readRequestMeta(request.params);
    if (revision?.era !== 'request') return unsupportedVersion(String(version));
    return { principal, revision, capabilities, client, logLevel, session: undefined, cancel };
  } catch (thrown) {
    if (thrown instanceof WireError) return thrown;
    throw thrown;
  }
}

/** A request of a dialect whose clients open no session and name no revision. */
function unannounced(request: Request, { principal, dialect, cancel }: Known): Caller | undefined {
  if (dialect?.revision === undefined) return undefined;
  if (dialectMethod(dialect, request) === undefined && dialect.sessionless !== true) return undefined;
  const { revision } = dialect;
  const client = { name: undefined, version: undefined };
  return { principal, revision, capabilities: {}, client, logLevel: undefined, session: undefined, cancel };
}

function firstStep(request: Request, dialect: Dialect | undefined): WireError {
  const { method } = request;
  const name = method.slice(0, 128);
  const known = REVISIONS.some(({ methods }) => methods.has(method));
  if (!known && dialectMethod(dialect, request) === undefined) {
    return WireError.of('MethodNotFound', `There is no method "${name}" in any revision.`);
  }
  return WireError.of(
    'InvalidRequest',
    `Before ${name}, send initialize, or name the revision in params._meta["${META_VERSION}"].`,
  );
}
