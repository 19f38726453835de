/** Pure checks of the Host, Origin and Accept headers. */

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** A check of the Host header: the server's own names and those of the operator, with any port. */
export function hostCheck(bound: string, extra: readonly string[]): (header: string | undefined) => boolean {
  const allowed = new Set([...ownNames(bound), ...extra.map(name => name.toLowerCase())]);
  let lastGood: string | undefined;
  return header => {
    if (header === undefined) return false;
    if (header === lastGood) return true;
    const match = /^(\[[0-9a-fA-F:.]+\]|[^:@/?#\s]+)(?::\d{1,5})?$/.exec(header);
    if (match === null || !allowed.has((match[1] as string).toLowerCase())) return false;
    lastGood = header;
    return true;
  };
}

/** Origins include scheme and port: a page on another local port has another origin. */
export function allowedOrigins(
  scheme: 'http' | 'https',
  bound: string,
  port: number,
  extra: readonly string[],
): ReadonlySet<string> {
  const plain = (scheme === 'http' && port === 80) || (scheme === 'https' && port === 443);
  const own = ownNames(bound).map(host => (plain ? `${scheme}://${host}` : `${scheme}://${host}:${port}`));
  return new Set([...own, ...extra]);
}

/** The loopback names, and the address that the server is bound to, unless that is every address. */
function ownNames(bound: string): readonly string[] {
  const wild = bound === '0.0.0.0' || bound === '::';
  const own = wild ? [] : [bound.includes(':') ? `[${bound}]` : bound];
  return [...LOOPBACK, ...own].map(name => name.toLowerCase());
}

export interface Accepted {
  readonly json: boolean;
  readonly sse: boolean;
  /** The client lists the event stream before JSON. */
  readonly sseFirst: boolean;
}

const BOTH: Accepted = { json: true, sse: true, sseFirst: false };
/** The value that the specification requires and nearly every client sends. */
const USUAL = 'application/json, text/event-stream';
const KNOWN = new Map<string, Accepted>();
const MAX_KNOWN = 64;

/** The response types that the client accepts. No header means any. */
export function readAccept(header: string | undefined): Accepted {
  if (header === undefined || header === USUAL) return BOTH;
  const known = KNOWN.get(header);
  if (known !== undefined) return known;
  const types = header.split(',').flatMap(part => {
    const [type = '', ...parameters] = part.split(';').map(piece => piece.trim().toLowerCase());
    return parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter)) ? [] : [type];
  });
  const any = types.includes('*/*');
  const json = any || types.includes('application/json') || types.includes('application/*');
  const sse = any || types.includes('text/event-stream') || types.includes('text/*');
  const first = types.find(type => type === 'application/json' || type === 'text/event-stream');
  const accepted = { json, sse, sseFirst: sse && (!json || first === 'text/event-stream') };
  if (KNOWN.size < MAX_KNOWN && header.length < 256) KNOWN.set(header, accepted);
  return accepted;
}

/** Whether the client names the event stream: every tool sends `*\/*`. */
export function wantsStream(header: string | undefined): boolean {
  return header !== undefined && /(^|,)\s*text\/event-stream\s*(;|,|$)/i.test(header);
}
