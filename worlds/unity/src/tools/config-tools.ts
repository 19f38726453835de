import { type Tool, WorldError } from '@worldwire/server';
import { fitItems } from '@worldwire/server/kit';
import { z } from 'zod';
import * as dto from '../dto/schemas.js';
import {
  allowlist,
  areValuesOpen,
  loosening,
  type Settings,
  type SettingsChange,
} from '../gates/settings.js';
import { changed } from '../writes/planned-effect.js';
import type { ToolParts } from './parts.js';

const LISTS = ['componentAllowlist', 'reflectionAllowlistMembers', 'hookAllowlistSignatures'] as const;

export function configTools({ kit, gates, endpoint, folder }: ToolParts): readonly Tool[] {
  const config = (maxBytes: number) => {
    const { enabled, exportRoot, logLevel, ...all } = gates.settings;
    const own = { ok: true, enabled, ...endpoint, exportRoot: exportRoot || folder, logLevel };
    return { ...own, ...all, membersOpen: openMembers(gates.settings), ...shortened(all, maxBytes) };
  };
  return [
    kit.reading({
      name: 'GetConfig',
      title: 'Settings',
      description: 'Returns the gates and allowlists. Call it when a tool answers PermissionDenied.',
      output: dto.config,
      run: (_, { answerBytes }) => config(answerBytes),
    }),
    kit.writing({
      name: 'SetConfig',
      withoutEngine: true,
      title: 'Change the settings',
      description: 'Changes gates and allowlists. Opening needs --allow remote-config.',
      destructive: true,
      idempotent: true,
      unconfirmed: true,
      selfGuarded: true,
      accessOf: change => (opens(gates.settings, change) ? 'write' : 'read'),
      raises: [
        {
          access: 'write',
          when: 'it opens a gate or an allowlist, or reads the file again',
          example: { allowWrites: true },
        },
      ],
      input: z.object({
        allowWrites: z.boolean().optional(),
        requireConfirm: z.boolean().optional(),
        enableConsoleEval: z.boolean().optional(),
        componentAllowlist: allowlist.optional(),
        reflectionAllowlistMembers: allowlist
          .optional()
          .describe('Entries "<Type>.<Member>"; [] closes SetMember.'),
        hookAllowlistSignatures: allowlist.optional().describe('Types.'),
        restart: z.boolean().default(false).describe('Reads mcp.config.json again first.'),
      }),
      output: dto.written,
      final: 'SetConfig sets the gates again, as far as clients may.',
      prepare: async ({ restart, ...change }) => {
        if (restart || Object.values(change).some(value => value !== undefined)) {
          const after = await gates.planned(change, restart);
          const asked = loosening(gates.settings, change);
          const opened = restart ? loosening(gates.settings, after) : asked;
          return { after, opened, byFile: opened.filter(setting => !asked.includes(setting)) };
        }
        throw new WorldError(
          'InvalidArgument',
          'SetConfig needs at least one setting.',
          'GetConfig shows the settings.',
        );
      },
      asks: (_, { opened }) => gates.settings.requireConfirm && opened.length > 0,
      permit: ({ restart: _, ...change }) => gates.requireChange(change),
      shows: ({ byFile }) => (byFile.length > 0 ? { opensByFile: byFile } : {}),
      plan: (_, { after: next }) => {
        const [before, after] = [gateOf(gates.settings), gateOf(next)];
        const names = Object.keys(after) as (keyof typeof after)[];
        const items = names.flatMap(name => changed(name, before[name], after[name], 'overwrites'));
        return { before, after, items };
      },
      run: async ({ restart, ...change }, write, { access }) => {
        const before = gates.settings;
        if (restart) await gates.reload();
        await gates.change(change, access !== 'read');
        return { ok: true, ...write.wrote(gateOf(before), gateOf(gates.settings)) };
      },
    }),
  ];
}

/** Whether a change does more than close gates. */
function opens(
  now: Settings,
  { restart, ...change }: SettingsChange & { readonly restart: boolean },
): boolean {
  return restart || loosening(now, change).length > 0;
}

function gateOf({ enabled: _, exportRoot: __, logLevel: ___, ...gates }: Settings) {
  return gates;
}

function openMembers(settings: SettingsChange): string {
  return areValuesOpen(settings)
    ? 'values that can be read back; methods and references need an entry of their own'
    : 'listed ones alone: the entry "values" would open values that can be read back';
}

/** Lists that do not fit, cut, with the number of all their entries. */
function shortened(lists: Record<(typeof LISTS)[number], readonly string[]>, maxBytes: number): object {
  const cut: Record<string, readonly string[]> = {};
  const truncated: Record<string, number> = {};
  for (const name of LISTS) {
    // Each third of the answer has two copies of a list, with escaped characters.
    const kept = fitItems(lists[name], { max: maxBytes / LISTS.length / 3 });
    if (kept.length === lists[name].length) continue;
    cut[name] = kept;
    truncated[name] = lists[name].length;
  }
  return Object.keys(cut).length === 0 ? {} : { ...cut, truncated };
}
