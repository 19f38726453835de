import { legible } from '@worldwire/server';
import { aligned } from '../command-line/table.js';

/** Characters of a sentence about installed code. */
const MAX_LINE = 2_000;

/** The gates, as the server shows them. */
export interface ShownGates {
  readonly allStopped: boolean;
  readonly stopped: readonly string[];
  readonly worlds: readonly { readonly world: string; readonly open: string; readonly ceiling: string }[];
  /** What happened to installed code, in sentences. */
  readonly code?: readonly string[];
}

/** What happened to installed code when a gate changed. */
export function codeLines({ code = [] }: Pick<ShownGates, 'code'>): readonly string[] {
  return code.map(line => legible(line, MAX_LINE));
}

/** What is open in each world, and what is stopped, for a person. */
export function gateLines(gates: ShownGates): readonly string[] {
  const { allStopped, stopped, worlds } = gates;
  return [
    ...codeLines(gates),
    ...aligned([
      ['WORLD', 'OPEN', 'CEILING'],
      ...worlds.map(({ world, open, ceiling }) => [legible(world), open, ceiling]),
    ]),
    ...(allStopped ? ['', 'All writes are stopped.'] : []),
    ...(stopped.length === 0
      ? []
      : ['', `Stopped principals: ${stopped.map(name => legible(name)).join(', ')}`]),
  ];
}
