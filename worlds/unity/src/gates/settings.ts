import { z } from 'zod';
import { LOG_LEVELS } from '../state/log-book.js';

const MAX_ENTRIES = 500;

export const allowlist = z.array(z.string().min(1).max(1_000)).max(MAX_ENTRIES);

/**
 * The settings in mcp.config.json. By default all gates are closed. SetMember may set members whose values can be read back (numbers, texts,
 * vectors and the like). Entries of `reflectionAllowlistMembers` open further members and methods. An empty list closes all.
 */
export const settingsSchema = z.strictObject({
  enabled: z.boolean().default(true),
  allowWrites: z.boolean().default(false),
  requireConfirm: z.boolean().default(false),
  enableConsoleEval: z.boolean().default(false),
  componentAllowlist: allowlist.default([]),
  reflectionAllowlistMembers: allowlist.optional(),
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

/** Whether members with a value that can be read back are open. Only an empty list closes them. */
export function areValuesOpen({ reflectionAllowlistMembers: list }: SettingsChange): boolean {
  return list === undefined || list.length > 0;
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
    // An entry may name a method or a reference, which are closed without a list.
    if (change[list]?.some(entry => !now[list]?.includes(entry))) found.push(list);
  }
  return found;
}
