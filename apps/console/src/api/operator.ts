import { getJson } from './http.js';

/** A world, from `GET operator/worlds`. */
export interface WorldInfo {
  readonly name: string;
  readonly url: string;
  readonly ceiling: string;
  /** What is open now, within the ceiling: `read`, `write` or `eval`. */
  readonly open: string;
  readonly sessions: number;
  readonly callsInFlight: number;
  readonly ready: boolean;
  readonly reason?: string;
}

export async function listWorlds(): Promise<readonly WorldInfo[]> {
  return (await getJson<{ worlds: readonly WorldInfo[] }>('operator/worlds')).worlds;
}
