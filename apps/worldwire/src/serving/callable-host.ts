/** Replaces the unspecified address, which clients cannot call, by loopback. */
export function callableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}

/** The URL of a listener as clients can call it. */
export function callableUrl(url: string): string {
  return url.replace('0.0.0.0', '127.0.0.1').replace('[::]', '[::1]');
}
