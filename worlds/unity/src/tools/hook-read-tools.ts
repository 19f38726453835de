import { setTimeout } from 'node:timers/promises';
import type { Tool } from '@worldwire/server';
import { z } from 'zod';
import { filter, pages, paging, signature, typeName } from '../dto/inputs.js';
import { pageFrom } from '../dto/page.js';
import * as dto from '../dto/schemas.js';
import { HookNames } from '../scene/hook-names.js';
import type { ToolParts } from './parts.js';

const SECOND_MS = 1_000;
/** Seconds that HookGetCalls waits. */
const MAX_SECONDS = 10;

export function hookReadTools({ kit, scene, explorer, gates, places }: ToolParts): readonly Tool[] {
  const hooks = new HookNames(scene);
  return [
    kit.reading({
      name: 'HookListAllowedTypes',
      title: 'Types that may be hooked',
      description: 'Lists the types whose methods HookAdd may hook.',
      input: pages,
      output: {
        ok: z.boolean(),
        items: z.array(z.string()),
        Total: z.number(),
        NextOffset: z.number().optional(),
        Truncated: z.boolean().optional(),
      },
      run: (paging, { answerBytes }) => {
        const all = gates.settings.hookAllowlistSignatures;
        const { Items, ...page } = pageFrom(all, paging, answerBytes, type => type);
        return { ok: true, items: Items, ...page };
      },
    }),
    kit.reading({
      name: 'HookListMethods',
      title: 'Methods that may be hooked',
      description: 'Lists the methods of an allowed type, with the signatures that HookAdd takes.',
      input: z.object({ type: typeName, filter: filter.describe('Part of the name.'), ...paging }),
      output: dto.pageShape(dto.hookMethod),
      run: async (args, { answerBytes }) => {
        // The name is checked first: a misspelt type must not be answered with a permission.
        const type = await hooks.fullType(args.type, gates.settings.hookAllowlistSignatures);
        gates.requireHookType(type);
        return explorer.hookMethods({ ...args, type }, answerBytes);
      },
    }),
    kit.reading({
      name: 'HookGetSource',
      title: 'Source of a hook',
      description: 'Returns the code that runs instead of the hooked method.',
      input: z.object({ signature }),
      output: { ok: z.boolean(), signature: z.string(), source: z.string() },
      run: async (args, { answerBytes }) => {
        await hooks.known(args.signature);
        return explorer.hookSource(args.signature, answerBytes);
      },
    }),
    kit.reading({
      name: 'HookGetCalls',
      title: 'Calls of a hooked method',
      description: 'Returns the last recorded calls of a hook, or those after `since`.',
      input: z.object({
        signature,
        since: z.int().min(0).optional().describe('`next` of an earlier answer.'),
        seconds: z.number().min(0).max(MAX_SECONDS).default(0).describe('Waits first.'),
        limit: z.int().min(1).max(256).default(20),
      }),
      output: dto.hookCalls,
      run: async ({ signature: wanted, since, seconds, limit }, context) => {
        const { answerBytes, principal, signal } = context;
        await hooks.known(wanted);
        const wait = () => setTimeout(SECOND_MS * seconds, undefined, { signal });
        if (seconds > 0) await context.waiting(places.waits.run(principal, wait));
        const filter = { signature: wanted, limit, ...(since !== undefined && { since }) };
        return explorer.hookCalls(filter, answerBytes);
      },
    }),
  ];
}
