import { legible } from '@worldwire/server';
import { defineCommand } from '../command-line/command.js';
import { aligned, span } from '../command-line/table.js';
import { Problem } from '../errors/problem.js';
import { connect, nextCommand, SERVER_CHOICE } from '../operator-client/connect.js';

interface ShownCall {
  readonly world: string;
  readonly number: number;
  readonly kind: string;
  readonly method: string;
  readonly tool?: string;
  readonly principal: string;
  readonly client?: { readonly name?: string };
  readonly seconds: number;
  readonly waitsFor: string;
}

const HEAD = ['WORLD', 'NUMBER', 'KIND', 'WHAT', 'PRINCIPAL', 'CLIENT', 'SINCE', 'WAITS FOR'];

export const command = defineCommand({
  name: 'calls',
  words: '[end] [world] [number]',
  about:
    'Lists the calls in flight of a running server, with its open subscriptions, streams, feeds, connections and tasks, or ends one.',
  flags: SERVER_CHOICE,
  examples: ['calls', 'calls end unity 4'],
  async run({ values, words }, shell) {
    const { print } = shell;
    const [action, world, number, ...more] = words;
    if (action !== undefined && (action !== 'end' || number === undefined || more.length > 0)) {
      throw Problem.usage(
        'calls: end one with its world and its number, as in "worldwire calls end unity 4". "worldwire calls" lists them.',
      );
    }
    const client = await connect(values, shell);
    if (world !== undefined) {
      const path = `calls/${encodeURIComponent(world)}/${encodeURIComponent(number as string)}`;
      const answer = await client.call<{ readonly ended: ShownCall }>('DELETE', path);
      const { kind, principal } = answer.ended;
      print(
        values.json
          ? JSON.stringify(answer)
          : `Ended ${kind} ${number} of ${legible(principal)} in ${legible(world)}.`,
      );
      return 0;
    }
    const calls = await client.list<ShownCall>('calls');
    const [first] = calls;
    if (values.json) print(JSON.stringify({ calls }));
    else if (first === undefined) print('No call is in flight, and nothing is open.');
    else {
      for (const line of aligned([HEAD, ...calls.map(row)])) print(line);
      print('');
      print(`End one: ${nextCommand(`calls end ${first.world} ${first.number}`, values, shell)}`);
    }
    return 0;
  },
});

function row({
  world,
  number,
  kind,
  method,
  tool,
  principal,
  client,
  seconds,
  waitsFor,
}: ShownCall): string[] {
  return [
    legible(world),
    String(number),
    kind,
    legible(tool ?? method, 60),
    legible(principal, 40),
    client?.name === undefined ? '-' : legible(client.name, 40),
    span(seconds),
    waitsFor,
  ];
}
