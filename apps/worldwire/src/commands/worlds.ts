import type { Access, World } from '@worldwire/server';
import { listed, Policy } from '@worldwire/server/internal';
import { defineCommand } from '../command-line/command.js';
import { previewWorlds } from '../serving/preview-worlds.js';
import type { WorldEntry } from '../worlds/world-entry.js';
import { PUBLIC_WORLDS } from '../worlds/world-list.js';

const OPENED_BY: Readonly<Record<Access, string>> = {
  read: '',
  write: '--allow writes',
  danger: '--allow eval',
};

interface Listing {
  readonly name: string;
  readonly summary: string;
  readonly port: number;
  /** The access level without --allow. */
  readonly opens: Access;
  readonly tools: readonly { readonly name: string; readonly access: Access; readonly description: string }[];
}

export const command = defineCommand({
  name: 'worlds',
  words: '',
  about: 'Lists worlds, their ports, their tools and what each tool may do.',
  flags: { json: { type: 'boolean', about: 'the list as JSON' } },
  async run({ values }, { print }) {
    const listings = await previewWorlds(PUBLIC_WORLDS, list);
    if (values.json) print(JSON.stringify({ worlds: listings }));
    else for (const listing of listings) print(table(listing));
    return 0;
  },
});

function list({ name, summary, defaultPort: port }: WorldEntry, world: World): Listing {
  const tools = listed(world.tools).map(({ name, access, description }) => ({ name, access, description }));
  return { name, summary, port, opens: world.opens ?? 'read', tools };
}

function table({ name, summary, port, opens, tools }: Listing): string {
  const policy = new Policy({ name, opens });
  const width = Math.max(...tools.map(tool => tool.name.length)) + 2;
  const lines = tools.map(tool => {
    const needs = policy.allows(tool.access) ? '' : `needs ${OPENED_BY[tool.access]}`;
    return `  ${tool.name.padEnd(width)}${tool.access.padEnd(8)}${needs}`.trimEnd();
  });
  return [`${name}  port ${port}  ${summary}`, ...lines].join('\n');
}
