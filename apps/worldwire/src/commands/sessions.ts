import { legible } from '@worldwire/server';
import { defineCommand } from '../command-line/command.js';
import { aligned, span } from '../command-line/table.js';
import { byPrefix } from '../operator-client/by-prefix.js';
import { connect, nextCommand, SERVER_CHOICE } from '../operator-client/connect.js';

interface ShownSession {
  readonly id: string;
  readonly world: string;
  readonly principal: string;
  readonly client: { readonly name?: string; readonly version?: string };
  readonly revision: string;
  readonly ageSeconds: number;
  readonly idleSeconds: number;
  readonly callsInFlight: number;
  readonly watched: number;
}

const HEAD = ['ID', 'WORLD', 'PRINCIPAL', 'CLIENT', 'REVISION', 'AGE', 'IDLE', 'CALLS', 'WATCHES'];

export const command = defineCommand({
  name: 'sessions',
  words: '',
  about:
    'Lists the open sessions of a running server, or ends one. Clients of revision 2026-07-28 have none.',
  flags: {
    end: { type: 'string', value: 'ID', about: 'end a session; its client has to initialize again' },
    ...SERVER_CHOICE,
  },
  examples: ['sessions', 'sessions --end 9c1f'],
  async run({ values }, shell) {
    const { print } = shell;
    const client = await connect(values, shell);
    const sessions = await client.list<ShownSession>('sessions');
    if (values.end !== undefined) {
      const { id, world, principal } = byPrefix(sessions, values.end, 'session', 'worldwire sessions');
      const path = `sessions/${encodeURIComponent(world)}/${id}`;
      const answer = await client.call<object>('DELETE', path);
      print(
        values.json
          ? JSON.stringify(answer)
          : `Ended session ${id} of ${legible(principal)} in ${legible(world)}.`,
      );
    } else if (values.json) print(JSON.stringify({ sessions }));
    else if (sessions.length === 0) print('No session is open.');
    else {
      for (const line of aligned([HEAD, ...sessions.map(row)])) print(line);
      print('');
      print(
        `End one: ${nextCommand(`sessions --end ${(sessions[0] as ShownSession).id.slice(0, 4)}`, values, shell)}`,
      );
    }
    return 0;
  },
});

function row({
  id,
  world,
  principal,
  client,
  revision,
  ageSeconds,
  idleSeconds,
  ...counts
}: ShownSession): string[] {
  const name = [client.name, client.version].filter(part => part !== undefined).join(' ');
  return [
    id,
    legible(world),
    legible(principal, 40),
    name === '' ? '-' : legible(name, 40),
    revision,
    span(ageSeconds),
    span(idleSeconds),
    String(counts.callsInFlight),
    String(counts.watched),
  ];
}
