import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { legible } from './legible.js';

/** Characters of a line. */
const MAX_LINE = 1000;
const MAX_LINES = 20;

/** The newest lines that a program prints, escaped and bounded. */
export class LastLines {
  readonly lines: string[] = [];

  constructor(readonly onLine: (line: string) => void) {}

  read(stream: Readable): void {
    const decoder = new StringDecoder('utf8');
    let partial = '';
    stream.on('data', (bytes: Buffer) => {
      const [first = '', ...rest] = decoder.write(bytes).split('\n');
      partial = append(partial, first);
      for (const next of rest) {
        this.add(partial);
        partial = append('', next);
      }
    });
    stream.on('end', () => partial !== '' && this.add(partial));
  }

  add(text: string): void {
    const line = legible(text.replace(/\r$/, ''), MAX_LINE);
    this.lines.push(line);
    if (this.lines.length > MAX_LINES) this.lines.shift();
    this.onLine(line);
  }
}

/** Keeps one character more than MAX_LINE, so that a long line is marked as cut. */
function append(partial: string, more: string): string {
  return partial.length > MAX_LINE ? partial : partial + more.slice(0, MAX_LINE + 1);
}
