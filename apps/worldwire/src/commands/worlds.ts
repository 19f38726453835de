import type { Access, Tool, World } from '@worldwire/server';
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
  readonly tools: readonly Pick<Tool, 'name' | 'access' | 'raises' | 'description'>[];
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
  const tools = listed(world.tools).map(({ name, access, raises, description }) => ({
    name,
    access,
    ...(raises !== undefined && { raises }),
    description,
  }));
  return { name, summary, port, opens: world.opens ?? 'read', tools };
}

function table({ name, summary, port, opens, tools }: Listing): string {
  const policy = new Policy({ name, opens });
  const width = Math.max(...tools.map(tool => tool.name.length)) + 2;
  const lines = tools.flatMap(({ name, access, raises = [] }) => {
    const row = (first: string, level: Access, when = '') => {
      const needs = policy.allows(level) ? '' : `needs ${OPENED_BY[level]}`;
      return `  ${first.padEnd(width)}${level.padEnd(8)}${[needs, when].filter(Boolean).join(' ')}`.trimEnd();
    };
    return [row(name, access), ...raises.map(raised => row('', raised.access, `if ${raised.when}`))];
  });
  return [`${name}  port ${port}  ${summary}`, ...lines].join('\n');
}
