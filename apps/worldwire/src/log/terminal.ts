/** Whether output goes to a terminal, and whether it shows colours. */
export interface Terminal {
  readonly isTerminal: boolean;
  readonly hasColours: boolean;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** As Node does: FORCE_COLOR wins over NO_COLOR, and both over TERM. */
export function terminalOf(isTerminal: boolean, { FORCE_COLOR, NO_COLOR, TERM }: Variables): Terminal {
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') {
    return { isTerminal, hasColours: FORCE_COLOR !== '0' && FORCE_COLOR !== 'false' };
  }
  return { isTerminal, hasColours: isTerminal && !NO_COLOR && TERM !== 'dumb' };
}
