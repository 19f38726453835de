import type { Surroundings } from '../environment.js';

/** Every key we write begins so, and no other key is touched. */
export const KEY_PREFIX = 'worldwire-';

/** An entry as a client has it. Nothing of it is checked. */
export interface ClientEntry {
  readonly command?: unknown;
  readonly args?: unknown;
  readonly url?: unknown;
  readonly headers?: unknown;
}

export type Launch =
  | { readonly kind: 'stdio'; readonly command: string; readonly args: readonly string[] }
  | {
      readonly kind: 'http';
      readonly url: string;
      /** The variable of the client's environment that has the token. The token itself is written nowhere. */
      readonly tokenVariable?: string;
    };

/** How a client starts us. Absolute paths, because clients do not share the shell's PATH. */
export function stdioLaunch(
  { node, program }: Surroundings,
  world: string,
  flags: readonly string[],
): Launch {
  return { kind: 'stdio', command: node, args: [program, 'stdio', world, ...flags] };
}
