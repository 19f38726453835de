/** Where output goes: a terminal, which a person reads, or anything else. */
export interface Terminal {
  readonly isTerminal: boolean;
  readonly hasColours: boolean;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** As Node does: FORCE_COLOR wins over NO_COLOR, and both over what the terminal says of itself. */
export function terminalOf(isTerminal: boolean, { FORCE_COLOR, NO_COLOR, TERM }: Variables): Terminal {
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') {
    return { isTerminal, hasColours: FORCE_COLOR !== '0' && FORCE_COLOR !== 'false' };
  }
  return { isTerminal, hasColours: isTerminal && !NO_COLOR && TERM !== 'dumb' };
}
