/** A principal, and the name of the client that it used. */
export interface NamedCaller {
  readonly principal: string;
  readonly client?: string | undefined;
}

/**
 * Who made a call, for people: `ann (claude-code)`. Several clients share a principal, as all of this machine are `local`.
 * Without the name of a client, as over REST, the principal alone.
 */
export function callerName({ principal, client }: NamedCaller): string {
  return client === undefined || client === '' ? principal : `${principal} (${client})`;
}
