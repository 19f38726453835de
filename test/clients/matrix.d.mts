export interface Client {
  readonly id: string;
  readonly package: string;
  readonly name: string;
  readonly version: string;
  readonly form: string;
  /** The version of Node for clients that do not run on the oldest one of the product. */
  readonly node?: string;
  /** True, or the reason why the client does not speak the wire. */
  readonly http: true | string;
  readonly sse: true | string;
  readonly stdio: true | string;
  readonly lacks: readonly Lack[];
}

export interface Lack {
  readonly check: string;
  readonly reason: string;
  readonly wire?: string;
  readonly world?: string;
}

export type Wire = 'http' | 'sse' | 'stdio';

export const CLIENTS: readonly Client[];
export const WIRES: Readonly<Record<Wire, string>>;
export const CHECKS: Readonly<Record<string, string>>;
export const WORLDS: readonly string[];
export const WORLD_LACKS: readonly Lack[];
export const WIRE_LACKS: readonly Lack[];
export function wiresOf(client: Client): Wire[];
export function checksOf(client: Client, wire: Wire, world: string): string[];
