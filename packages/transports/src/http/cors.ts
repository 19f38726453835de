const EXPOSED =
  'mcp-session-id, mcp-protocol-version, www-authenticate, etag, location, idempotency-replayed';
const METHODS = 'GET, POST, DELETE, OPTIONS';
const WEB_METHODS = 'GET, POST, PUT, PATCH, DELETE, OPTIONS';
const HEADERS = [
  'content-type',
  'accept',
  'authorization',
  'mcp-protocol-version',
  'mcp-session-id',
  'mcp-method',
  'mcp-name',
  'last-event-id',
  'idempotency-key',
  'if-match',
  'if-none-match',
];
const MAX_AGE_S = '600';

/** The CORS headers of a response to an allowed origin. Never a wildcard. */
export function responseHeaders(origin: string): readonly (readonly [string, string])[] {
  return [
    ['access-control-allow-origin', origin],
    ['vary', 'origin'],
    ['access-control-expose-headers', EXPOSED],
  ];
}

/**
 * The headers of a preflight response. Tools may mirror arguments into Mcp-Param-* headers, so these are allowed by
 * prefix. `web` allows the methods of a world's own HTTP interface.
 */
export function preflightHeaders(requested: string | undefined, web = false): Record<string, string> {
  const parameters = (requested ?? '')
    .split(',')
    .map(name => name.trim().toLowerCase())
    .filter(name => /^mcp-param-[!#$%&'*+.^_`|~0-9a-z-]{1,64}$/.test(name));
  return {
    'access-control-allow-methods': web ? WEB_METHODS : METHODS,
    'access-control-allow-headers': [...HEADERS, ...parameters].join(', '),
    'access-control-max-age': MAX_AGE_S,
  };
}
