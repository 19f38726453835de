import { writeFileSync } from 'node:fs';
import { modern } from '../lib/mcp.mjs';

const BYSTANDER = modern('tools/call', {
  name: 'get_universe_state',
  arguments: { universeId: 'sol', ids: ['earth'] },
});

/** Bodies that cost the most to parse. */
export default [
  flood('flood-keys', 'bodies of 250,000 keys', [
    members(250_000, () => '0'),
    // Keys that look like indices, and keys that repeat, take other ways through a parser.
    `{${Array.from({ length: 250_000 }, (_, i) => `"${i}":0`).join()}}`,
    `{"a":[${'{"b":0},'.repeat(250_000)}0]}`,
  ]),
  flood('flood-bodies', 'bodies of 4 MB with fewer members than the limit', [
    members(45_000, i => `"${String(i).padStart(75, 'v')}"`),
    `{"text":"${'x'.repeat(4_100_000)}"}`,
    `{"text":"${'\\u00e9'.repeat(680_000)}"}`,
  ]),
];

function members(count, value) {
  return `{${Array.from({ length: count }, (_, i) => `"k${i}":${value(i)}`).join()}}`;
}

function flood(name, what, bodies) {
  return {
    name,
    kind: 'flood',
    claim: `${what} on 32 connections of one token holder keep no other client waiting`,
    async run(lab) {
      const server = await lab.serve();
      const url = server.urls.universe;
      const { headers } = modern('tools/call', { name: 'send_universe_command' });
      const requests = bodies.map((args, index) => {
        const bodyFile = lab.path(`body-${index}.json`);
        const { body } = modern('tools/call', { name: 'send_universe_command', arguments: '@' });
        writeFileSync(
          bodyFile,
          body.replace('"@"', () => args),
        );
        return { url, headers, bodyFile };
      });
      const statuses = await lab.flood(server, { requests, bystander: { url, ...BYSTANDER } });
      lab.claim(Object.keys(statuses).length > 0, 'the flood got no answer');
    },
  };
}
