import type { Access } from '@worldwire/server';

export const RANK: Readonly<Record<Access, number>> = { read: 0, write: 1, danger: 2 };

/** Access levels by the names that rights have. */
export const ACCESS_OF: ReadonlyMap<string, Access> = new Map([
  ['read', 'read'],
  ['write', 'write'],
  ['eval', 'danger'],
]);

export function wordOf(access: Access): 'read' | 'write' | 'eval' {
  return access === 'danger' ? 'eval' : access;
}
