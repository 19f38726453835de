import { CATEGORIES } from '../domain/index.js';
import { commandListing } from './command-listing.js';

/** The command listing as Markdown. */
export function commandGuide(): string {
  const { categories, compound = [] } = commandListing();
  const parts = [...categories, { name: 'Compound forms', commands: compound }].map(({ name, commands }) => {
    const lines = commands.map(({ type, summary, fields, example }) => {
      const named = Object.entries(fields).map(([field, about]) => `- \`${field}\`: ${about}`);
      const shown = ['```json', JSON.stringify(example), '```'];
      return [`### ${type}`, '', summary, '', ...named, ...(named.length > 0 ? [''] : []), ...shown].join(
        '\n',
      );
    });
    return [`## ${name}`, ...lines].join('\n\n');
  });
  const head = [
    '# The commands of a universe',
    `${CATEGORIES.length} categories. Send a command with \`send_universe_command\`, or POST it to \`/universes/{id}/commands\`.`,
    'Units: km, kg, seconds, radians. A state with units "scene" has degrees and its own lengths.',
    'A refused command changes nothing.',
  ].join('\n\n');
  return `${[head, ...parts].join('\n\n')}\n`;
}
