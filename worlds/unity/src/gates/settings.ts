import { z } from 'zod';
import { LOG_LEVELS } from '../state/log-book.js';

const MAX_ENTRIES = 500;

export const allowlist = z.array(z.string().min(1).max(1_000)).max(MAX_ENTRIES);

/** Stands in `reflectionAllowlistMembers` for all members whose value can be read back: numbers, texts, vectors and the like. */
export const VALUES = 'values';

/**
 * The settings in mcp.config.json. By default all gates are closed, but SetMember may set members whose value can be read back. A list of
 * the operator replaces the default, so that a list without `values` opens only what it names.
 */
export const settingsSchema = z.strictObject({
  enabled: z.boolean().default(true),
  allowWrites: z.boolean().default(false),
  requireConfirm: z.boolean().default(false),
  enableConsoleEval: z.boolean().default(false),
  componentAllowlist: allowlist.default([]),
  reflectionAllowlistMembers: allowlist.default([VALUES]),
  hookAllowlistSignatures: allowlist.default([]),
  exportRoot: z.string().default(''),
  logLevel: z.enum(LOG_LEVELS).default('info'),
});

export type Settings = z.output<typeof settingsSchema>;

/** The settings that SetConfig may change. */
export type SettingsChange = {
  readonly [Key in
    | 'allowWrites'
    | 'requireConfirm'
    | 'enableConsoleEval'
    | 'componentAllowlist'
    | 'reflectionAllowlistMembers'
    | 'hookAllowlistSignatures']?: Settings[Key] | undefined;
};

/** Whether members with a value that can be read back are open. */
export function areValuesOpen({ reflectionAllowlistMembers: list = [VALUES] }: SettingsChange): boolean {
  return list.includes(VALUES);
}

/** The names of the settings that the change would open. */
export function loosening(now: Settings, change: SettingsChange): string[] {
  const found: string[] = [];
  if (change.allowWrites === true && !now.allowWrites) found.push('allowWrites');
  if (change.requireConfirm === false && now.requireConfirm) found.push('requireConfirm');
  if (change.enableConsoleEval === true && !now.enableConsoleEval) found.push('enableConsoleEval');
  for (const list of [
    'componentAllowlist',
    'reflectionAllowlistMembers',
    'hookAllowlistSignatures',
  ] as const) {
    if (change[list]?.some(entry => !now[list].includes(entry))) found.push(list);
  }
  return found;
}
