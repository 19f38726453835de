import { legible } from '@worldwire/server';
import { aligned } from '../command-line/table.js';

/** The gates, as the server shows them. */
export interface ShownGates {
  readonly allStopped: boolean;
  readonly stopped: readonly string[];
  readonly worlds: readonly { readonly world: string; readonly open: string; readonly ceiling: string }[];
}

/** What is open in each world, and what is stopped, for a person. */
export function gateLines({ allStopped, stopped, worlds }: ShownGates): readonly string[] {
  return [
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
