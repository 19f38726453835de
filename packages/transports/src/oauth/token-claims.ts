import type { JWTPayload, JWTVerifyResult } from 'jose';
import { OAuthRefusal } from './oauth-refusal.js';

/** Types of an access token: RFC 9068, and issuers from before it. */
const TYPES: ReadonlySet<string | undefined> = new Set([undefined, 'at+jwt', 'application/at+jwt', 'jwt']);
/** Claims of ID tokens and logout tokens, which older issuers sign with the type of an access token. */
const FOREIGN_CLAIMS = ['nonce', 'at_hash', 'c_hash', 'events'];
const MAX_SUBJECT_LENGTH = 255;

export interface AccessToken {
  /** Name of the principal: the subject and the issuer, so that subjects of two issuers differ. */
  readonly name: string;
  readonly scopes: readonly string[];
  /** Seconds since 1970. */
  readonly expires: number;
}

/** What a verified token says, or why it is not an access token. Signature, issuer, audience, `exp` and `nbf` are checked before. */
export function readClaims(
  { payload, protectedHeader }: JWTVerifyResult,
  issuer: string,
  latestIssue: number,
): AccessToken | OAuthRefusal {
  const { typ } = protectedHeader;
  if (!TYPES.has(typ?.toLowerCase())) return OAuthRefusal.invalid('The token is not an access token.');
  if (FOREIGN_CLAIMS.some(claim => Object.hasOwn(payload, claim))) {
    return OAuthRefusal.invalid('The token is an ID token or a logout token, not an access token.');
  }
  const { exp: expires, iat } = payload;
  if (expires === undefined || !Number.isFinite(expires)) {
    return OAuthRefusal.invalid('The token has no expiry.');
  }
  if (iat !== undefined && iat > latestIssue) return OAuthRefusal.invalid('The token is from the future.');
  const name = nameOf(payload, issuer);
  if (name === undefined) return OAuthRefusal.invalid('The token has no usable subject.');
  return { name, scopes: scopesOf(payload), expires };
}

function nameOf({ sub, client_id: client }: JWTPayload, issuer: string): string | undefined {
  const [kind, text] = sub === undefined ? ['oauth:client', client] : ['oauth', sub];
  if (typeof text !== 'string' || text === '' || text.length > MAX_SUBJECT_LENGTH) return undefined;
  // Half of a surrogate pair cannot be encoded.
  if (/\p{Surrogate}/u.test(text)) return undefined;
  // Names are in the log and the audit. Percent signs and colons are encoded too, so that two subjects never have one name.
  const subject = text.replace(/[^\x21-\x24\x26-\x39\x3b-\x7e]/gu, each => encodeURIComponent(each));
  const { host, pathname } = new URL(issuer);
  return `${kind}:${subject}@${host}${pathname.replace(/\/$/, '')}`;
}

/** `scope` as in RFC 9068, or the array `scp`. */
function scopesOf({ scope, scp }: JWTPayload): readonly string[] {
  if (typeof scope === 'string') return scope.split(' ');
  const given = Array.isArray(scope) ? scope : scp;
  if (typeof given === 'string') return given.split(' ');
  return Array.isArray(given) ? given.filter(each => typeof each === 'string') : [];
}
