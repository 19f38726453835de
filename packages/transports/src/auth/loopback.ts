export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Throws if other machines could connect and no token is required. */
export function requireTokens(host: string, tokens: unknown): void {
  if (tokens !== undefined || isLoopback(host)) return;
  throw new Error(
    `Other machines can reach ${host}, and no token is required. Give a token file, or bind 127.0.0.1.`,
  );
}
