export interface Lock {
  readonly packages: Readonly<Record<string, object>>;
}
export function completeLock(lock: Lock): { readonly lock: Lock; readonly added: readonly string[] };
