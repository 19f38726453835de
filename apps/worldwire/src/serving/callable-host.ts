/** Replaces the unspecified address, which clients cannot call, by loopback. */
export function callableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}
