export const COMMANDS_URI = 'docs://worldwire/commands';

export function stateUri(id: string): string {
  return `universe://${encodeURIComponent(id)}/state`;
}

/** `from`: the first change to read of the revision after `since`. */
export function changesUri(id: string, since: number, from = 0): string {
  return `universe://${encodeURIComponent(id)}/changes?since=${since}${from === 0 ? '' : `&from=${from}`}`;
}

export function historyUri(id: string, cursor: number): string {
  return `universe://${encodeURIComponent(id)}/history?cursor=${cursor}`;
}

export function ephemerisUri(id: string, t: number, from: number): string {
  return `universe://${encodeURIComponent(id)}/ephemeris?t=${encodeURIComponent(t)}&from=${from}`;
}

export function mapUri(id: string): string {
  return `universe://${encodeURIComponent(id)}/map.png`;
}
