export interface Lock {
  readonly packages: Readonly<Record<string, object>>;
}
export function completeLock(lock: Lock): { readonly lock: Lock; readonly added: readonly string[] };

export function withoutIntegrity(lock: {
  readonly packages: Readonly<Record<string, object>>;
}): readonly (readonly [string, { readonly version: string; readonly optional?: boolean }])[];
