import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { legible } from './legible.js';

/** Characters that are kept of a line. */
const MAX_LINE = 1000;
const MAX_LINES = 20;

/** The newest lines that a program prints, legible and bounded. A line without an end is read on, and kept no further. */
export class LastLines {
  readonly lines: string[] = [];

  constructor(readonly onLine: (line: string) => void) {}

  read(stream: Readable): void {
    const decoder = new StringDecoder('utf8');
    let begun = '';
    stream.on('data', (bytes: Buffer) => {
      const [first = '', ...rest] = decoder.write(bytes).split('\n');
      begun = begin(begun, first);
      for (const next of rest) {
        this.add(begun);
        begun = begin('', next);
      }
    });
    stream.on('end', () => begun !== '' && this.add(begun));
  }

  add(text: string): void {
    const line = legible(text.replace(/\r$/, ''), MAX_LINE);
    this.lines.push(line);
    if (this.lines.length > MAX_LINES) this.lines.shift();
    this.onLine(line);
  }
}

/** One more than is kept, so that it shows that there was more. */
function begin(begun: string, more: string): string {
  return begun.length > MAX_LINE ? begun : begun + more.slice(0, MAX_LINE + 1);
}
