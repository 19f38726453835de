import { type Tool, WorldError } from '@worldwire/server';
import { z } from 'zod';
import * as dto from '../dto/schemas.js';
import { canAsk, confirmed } from '../gates/confirmation.js';
import { allowlist, loosening, type Settings } from '../gates/settings.js';
import type { ToolParts } from './parts.js';

export function configTools({ kit, gates, endpoint, folder }: ToolParts): readonly Tool[] {
  const config = () => {
    const { enabled, exportRoot, logLevel, ...rest } = gates.settings;
    return { ok: true, enabled, ...endpoint, exportRoot: exportRoot || folder, logLevel, ...rest };
  };
  return [
    kit.reading({
      name: 'GetConfig',
      title: 'Settings',
      description: 'Returns the gates and allowlists. Call it when a tool answers PermissionDenied.',
      output: dto.config,
      run: config,
    }),
    kit.writing({
      name: 'SetConfig',
      title: 'Change the settings',
      description:
        'Changes gates and allowlists. Closing is always allowed; opening needs a server that was started with --allow remote-config.',
      destructive: true,
      idempotent: true,
      unconfirmed: true,
      selfGuarded: true,
      input: z.object({
        allowWrites: z.boolean().optional(),
        requireConfirm: z.boolean().optional(),
        enableConsoleEval: z.boolean().optional(),
        componentAllowlist: allowlist.optional().describe('Types for AddComponent and RemoveComponent.'),
        reflectionAllowlistMembers: allowlist
          .optional()
          .describe('"<Type>.<Member>" for SetMember and CallMethod.'),
        hookAllowlistSignatures: allowlist.optional().describe('Types for hooks.'),
        restart: z.boolean().default(false).describe('Reads mcp.config.json again first.'),
      }),
      output: dto.written,
      run: async ({ restart, ...change }, write, context) => {
        if (!restart && Object.values(change).every(value => value === undefined)) {
          throw new WorldError(
            'InvalidArgument',
            'SetConfig needs at least one setting.',
            'GetConfig shows the settings.',
          );
        }
        const before = gates.settings;
        gates.requireChange(change);
        if (before.requireConfirm && canAsk(context) && loosening(before, change).length > 0) {
          await confirmed('SetConfig', change, context, async () => (restart ? { restart } : {}));
        }
        if (restart) await gates.reload();
        await gates.change(change);
        return { ok: true, ...write.wrote(gateOf(before), gateOf(gates.settings)) };
      },
    }),
  ];
}

function gateOf({ enabled: _, exportRoot: __, logLevel: ___, ...gates }: Settings) {
  return gates;
}
