/** More cookies of one name are those of other servers on this host, with other paths. */
const MAX_SAME = 4;
const SAME_ORIGIN: ReadonlySet<string | undefined> = new Set([undefined, 'same-origin', 'none']);

/** The header by which a page proves that it is of this origin: cookies are shared by all ports of a host, this is not. */
export const KEY_HEADER = 'x-worldwire-key';

/** The name of the cookie of a session. Servers at several ports of one host do not overwrite each other's. */
export function cookieName(port: number | undefined): string {
  return `worldwire-${port ?? 0}`;
}

/** The values of the cookies with this name. */
export function cookiesIn(header: string | undefined, name: string): readonly string[] {
  if (header === undefined || !header.includes(name)) return [];
  const prefix = `${name}=`;
  return header
    .split(';')
    .map(part => part.trim())
    .filter(part => part.startsWith(prefix))
    .slice(0, MAX_SAME)
    .map(part => part.slice(prefix.length));
}

/** Without a path: below a sub-path of a proxy the browser keeps the cookie for that path. */
export function sessionCookie(name: string, value: string, maxAgeS: number, isSecure: boolean): string {
  return `${name}=${value}; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
}

/** The cookie between the begin and the end of a sign-in: the issuer sends the browser back from another site. */
export function signInCookie(name: string, value: string, maxAgeS: number, isSecure: boolean): string {
  return `${name}-login=${value}; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** Whether a browser sends the request from a page of the same origin, or because its user typed the address. */
export function isSameOrigin(site: string | string[] | undefined): boolean {
  return SAME_ORIGIN.has(site as string | undefined);
}
