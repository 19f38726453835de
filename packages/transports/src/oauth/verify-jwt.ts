import { errors, type JWTVerifyOptions, type JWTVerifyResult, jwtVerify } from 'jose';
import { type IssuerKeys, isUnknownKey, type KeySet } from './issuer-keys.js';
import { OAuthRefusal } from './oauth-refusal.js';

/** Asymmetric signatures only: with HMAC, a public key would be the secret. */
export const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** Keys that are tried for a token without a key id. */
const MAX_TRIED_KEYS = 8;

const CLAIMS: ReadonlyMap<string, string> = new Map([
  ['aud', 'The token is for another audience.'],
  ['iss', 'The token is from another issuer.'],
  ['exp', 'The token has no valid expiry.'],
  ['nbf', 'The token is not valid yet.'],
  ['iat', 'The token has no valid time of issue.'],
]);

/** Verifies a token with the keys of its issuer. An unknown key id has the keys fetched again. */
export async function verifyJwt(
  token: string,
  issuer: IssuerKeys,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult | OAuthRefusal> {
  const known = await issuer.current();
  if (known === undefined) return OAuthRefusal.unavailable();
  try {
    return await verifyWith(token, known, options);
  } catch (thrown) {
    if (!isUnknownKey(thrown)) return refusalOf(thrown);
  }
  const renewed = await issuer.renewed();
  try {
    return await verifyWith(token, renewed ?? known, options);
  } catch (thrown) {
    // A new key of the issuer, perhaps: that cannot be known now.
    return isUnknownKey(thrown) && !issuer.status.reachable ? OAuthRefusal.unavailable() : refusalOf(thrown);
  }
}

async function verifyWith(token: string, keys: KeySet, options: JWTVerifyOptions): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, keys, options);
  } catch (thrown) {
    if (!(thrown instanceof errors.JWKSMultipleMatchingKeys)) throw thrown;
    let tried = 0;
    for await (const key of thrown) {
      try {
        return await jwtVerify(token, key, options);
      } catch (failure) {
        if (!(failure instanceof errors.JWSSignatureVerificationFailed)) throw failure;
      }
      tried += 1;
      if (tried === MAX_TRIED_KEYS) break;
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

function refusalOf(thrown: unknown): OAuthRefusal {
  return OAuthRefusal.invalid(reasonOf(thrown));
}

function reasonOf(thrown: unknown): string {
  if (thrown instanceof errors.JWTExpired) return 'The token has expired.';
  if (thrown instanceof errors.JWTClaimValidationFailed) {
    return CLAIMS.get(thrown.claim) ?? 'The claims of the token are not valid.';
  }
  if (thrown instanceof errors.JOSEAlgNotAllowed) return 'The algorithm of the token is not accepted.';
  if (isUnknownKey(thrown)) return 'The issuer has no key for this token.';
  if (thrown instanceof errors.JWSSignatureVerificationFailed) return 'The signature of the token is wrong.';
  return 'The token is not a valid JWT.';
}
