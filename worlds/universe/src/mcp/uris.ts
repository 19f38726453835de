export const COMMANDS_URI = 'docs://worldwire/commands';

export function stateUri(id: string): string {
  return `universe://${encodeURIComponent(id)}/state`;
}
