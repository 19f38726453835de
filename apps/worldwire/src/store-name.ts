/** What --store takes. */
export const STORES = 'sqlite, memory or postgres://…';

export function isStore(text: string): boolean {
  return text === 'sqlite' || text === 'memory' || /^postgres(ql)?:\/\//.test(text);
}
