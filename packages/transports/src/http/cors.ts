const EXPOSED = 'mcp-session-id, mcp-protocol-version, www-authenticate';
const METHODS = 'GET, POST, DELETE, OPTIONS';
const HEADERS = [
  'content-type',
  'accept',
  'authorization',
  'mcp-protocol-version',
  'mcp-session-id',
  'mcp-method',
  'mcp-name',
  'last-event-id',
];
const MAX_AGE_S = '600';

/** On every response to a page that may call: the one origin, never a wildcard. */
export function responseHeaders(origin: string): readonly (readonly [string, string])[] {
  return [
    ['access-control-allow-origin', origin],
    ['vary', 'origin'],
    ['access-control-expose-headers', EXPOSED],
  ];
}

/** Tools may mirror arguments into Mcp-Param-* headers, so those are allowed by their prefix. */
export function preflightHeaders(requested: string | undefined): Record<string, string> {
  const parameters = (requested ?? '')
    .split(',')
    .map(name => name.trim().toLowerCase())
    .filter(name => /^mcp-param-[!#$%&'*+.^_`|~0-9a-z-]{1,64}$/.test(name));
  return {
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers': [...HEADERS, ...parameters].join(', '),
    'access-control-max-age': MAX_AGE_S,
  };
}
