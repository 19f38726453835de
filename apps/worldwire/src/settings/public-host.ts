import { isIPv6 } from 'node:net';
import { Problem } from '../errors/problem.js';

/** A name as in a Host header. Any other text would never match. */
export function readPublicHost(text: string): string {
  if (/^[\w.-]*[\w-]$/.test(text)) return text;
  const address = /^\[(.*)\]$/.exec(text)?.[1] ?? text;
  if (isIPv6(address) && !address.includes('%')) return new URL(`http://[${address}]`).hostname;
  throw Problem.usage(
    `--public-host ${text}: give a name alone, without scheme, port or path, such as worlds.example.`,
  );
}
