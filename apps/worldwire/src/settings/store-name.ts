export const STORES = 'sqlite, memory or postgres://…';

/** Whether the address of a store may have a password. True for an address that cannot be parsed. */
export function mayHavePassword(store: string): boolean {
  if (!/^postgres/.test(store)) return false;
  if (!URL.canParse(store)) return true;
  const { password, searchParams } = new URL(store);
  return password !== '' || [...searchParams.keys()].some(name => /password/i.test(name));
}

export function isStore(text: string): boolean {
  return text === 'sqlite' || text === 'memory' || /^postgres(ql)?:\/\//.test(text);
}
