const OAUTH = 'packages/transports/src/oauth';
const VERIFIER = `${OAUTH}/oauth-verifier.ts`;
const JWT = `${OAUTH}/verify-jwt.ts`;
const CLAIMS = `${OAUTH}/token-claims.ts`;
const KEYS = `${OAUTH}/issuer-keys.ts`;
const METADATA = `${OAUTH}/issuer-metadata.ts`;
const FETCH = `${OAUTH}/fetch-json.ts`;
const GUARD = 'packages/transports/src/http/guard.ts';
const GATE = 'packages/transports/src/http/oauth-gate.ts';
const VERIFIED_BY = [`${OAUTH}/oauth-verifier.test.ts`];
const FETCHED_BY = [`${OAUTH}/issuer-keys.test.ts`];
const SERVED_BY = ['test/src/oauth/http.test.ts'];

const mutant = (name, kind, file, find, replace, tests) => ({
  name,
  class: kind,
  file,
  find,
  replace,
  tests,
});

/** Access tokens of OAuth: which are accepted, what they allow, and how the keys are fetched. */
export default [
  mutant('oauth-audience-any', 'confused deputy', VERIFIER, 'audience: [...audiences],', '', VERIFIED_BY),
  mutant(
    'oauth-issuer-any',
    'confused deputy',
    VERIFIER,
    "issuers.find(issuerOf(token) ?? '')",
    'issuers.find(issuers.names[0])',
    VERIFIED_BY,
  ),
  mutant(
    'oauth-without-expiry',
    'authentication bypass',
    VERIFIER,
    "requiredClaims: ['exp'],",
    '',
    VERIFIED_BY,
  ),
  mutant(
    'oauth-expired-in-cache',
    'authentication bypass',
    `${OAUTH}/token-cache.ts`,
    'principal === undefined || date < principal.expiresAt',
    'true',
    VERIFIED_BY,
  ),
  mutant(
    'oauth-cache-unbounded',
    'unbounded memory',
    `${OAUTH}/token-cache.ts`,
    'this.#principals.delete(oldest);',
    '',
    [`${OAUTH}/token-cache.test.ts`],
  ),
  mutant(
    'oauth-cached-after-rotation',
    'authentication bypass',
    VERIFIER,
    'this.#cache.clear();',
    '',
    VERIFIED_BY,
  ),
  mutant(
    'oauth-cached-during-rotation',
    'authentication bypass',
    VERIFIER,
    'if (generation === this.#generation) ',
    '',
    VERIFIED_BY,
  ),
  mutant(
    'oauth-token-of-any-length',
    'denial of service',
    VERIFIER,
    'if (token.length > MAX_TOKEN_LENGTH) {',
    'if (false) {',
    VERIFIED_BY,
  ),
  mutant(
    'oauth-hmac',
    'authentication bypass',
    JWT,
    "  'Ed25519',\n];",
    "  'Ed25519',\n  'HS256',\n];",
    VERIFIED_BY,
  ),
  mutant(
    'oauth-symmetric-key',
    'authentication bypass',
    KEYS,
    "['RSA', 'EC', 'OKP']",
    "['RSA', 'EC', 'OKP', 'oct']",
    VERIFIED_BY,
  ),
  mutant('oauth-any-type', 'confused deputy', CLAIMS, '!TYPES.has(typ?.toLowerCase())', 'false', VERIFIED_BY),
  mutant(
    'oauth-id-token',
    'confused deputy',
    CLAIMS,
    'FOREIGN_CLAIMS.some(claim => Object.hasOwn(payload, claim))',
    'false',
    VERIFIED_BY,
  ),
  mutant(
    'oauth-from-the-future',
    'authentication bypass',
    CLAIMS,
    'iat !== undefined && iat > latestIssue',
    'false',
    VERIFIED_BY,
  ),
  mutant('oauth-endless', 'authentication bypass', CLAIMS, ' || !Number.isFinite(expires)', '', VERIFIED_BY),
  mutant(
    'oauth-same-name-for-two-issuers',
    'privilege escalation',
    CLAIMS,
    "${host}${pathname.replace(/\\/$/, '')}",
    '${host}',
    VERIFIED_BY,
  ),
  mutant(
    'oauth-name-unescaped',
    'log injection',
    CLAIMS,
    'each => encodeURIComponent(each)',
    'each => each',
    VERIFIED_BY,
  ),
  mutant(
    'oauth-issuer-of-metadata-unchecked',
    'confused deputy',
    METADATA,
    'named !== issuer',
    'false',
    FETCHED_BY,
  ),
  mutant(
    'oauth-keys-over-plain-http',
    'authentication bypass',
    METADATA,
    "!isFetchable(address) || (issuer.startsWith('https:') && !address.startsWith('https:'))",
    'false',
    FETCHED_BY,
  ),
  mutant(
    'oauth-redirects-followed',
    'authentication bypass',
    FETCH,
    "redirect: 'manual'",
    "redirect: 'follow'",
    FETCHED_BY,
  ),
  mutant('oauth-endless-keys', 'unbounded memory', FETCH, 'size > MAX_DOCUMENT_BYTES', 'false', FETCHED_BY),
  mutant(
    'oauth-no-cool-down',
    'denial of service',
    KEYS,
    'this.#options.now() - this.#attemptAt >= COOLDOWN_MS',
    'true',
    FETCHED_BY,
  ),
  mutant(
    'oauth-keys-lost-with-the-issuer',
    'denial of service',
    KEYS,
    'this.#failure = { since:',
    'this.#keys = undefined;\n      this.#failure = { since:',
    FETCHED_BY,
  ),
  mutant(
    'oauth-failure-uncounted',
    'brute force',
    GUARD,
    'this.#throttle.failed(address);\n    return unauthorized(oauth',
    'return unauthorized(oauth',
    SERVED_BY,
  ),
  mutant(
    'oauth-unasked-without-token-file',
    'authentication bypass',
    GUARD,
    'tokens === undefined && this.oauth === undefined',
    'tokens === undefined',
    SERVED_BY,
  ),
  mutant(
    'oauth-challenge-for-token-file',
    'protocol violation',
    GATE,
    "who.origin !== 'oauth' || ",
    '',
    SERVED_BY,
  ),
  mutant(
    'oauth-scope-of-any-prefix',
    'privilege escalation',
    `${OAUTH}/scopes.ts`,
    'new RegExp(`^${PREFIX}',
    'new RegExp(`${PREFIX}',
    [`${OAUTH}/scopes.test.ts`],
  ),
  mutant(
    'oauth-accounts-kept',
    'unbounded memory',
    'packages/transports/src/http/quotas.ts',
    'if (account.idle) this.#accounts.delete(principal);',
    'void account.idle;',
    ['packages/transports/src/http/quotas.test.ts'],
  ),
];
