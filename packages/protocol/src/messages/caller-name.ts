/** A principal, and the name of the client that it used. */
export interface NamedCaller {
  readonly principal: string;
  readonly client?: string | undefined;
}

/**
 * Who made a call, for people: `ann (claude-code)`. Several clients share a principal, as all of this machine are `local`.
 * Without the name of a client, as over REST, or with the same name, the principal alone.
 */
export function callerName({ principal, client }: NamedCaller): string {
  const isNamed = client !== undefined && client !== '' && client !== principal;
  return isNamed ? `${principal} (${client})` : principal;
}
