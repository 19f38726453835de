import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../testing/program.js';
import { type Dropped, LogWriter } from './log-writer.js';

const LONG_MS = 60_000;
const LINE = `${'x'.repeat(1023)}\n`;

function open(path: string, flags: string | number): number {
  const descriptor = openSync(path, flags);
  onTestFinished(() => closeSync(descriptor));
  return descriptor;
}

describe('a log writer', () => {
  it('writes lines in their order, and is flushed when all are written', async () => {
    const path = join(await temporaryFolder(), 'log');
    const writer = new LogWriter(open(path, 'a'));
    const lines = Array.from({ length: 5_000 }, (_, index) => `line ${index}\n`);
    for (const line of lines) writer.write(line);
    await writer.flush(LONG_MS);
    expect(readFileSync(path, 'utf8')).toBe(lines.join(''));
  });

  it.runIf(process.platform === 'linux')('does not wait for a descriptor that fails', async () => {
    const writer = new LogWriter(open('/dev/full', 'w'));
    writer.write('lost\n');
    await writer.flush(LONG_MS);
    expect(writer.stuck).toBe(false);
  });

  it.runIf(process.platform !== 'win32')(
    'keeps 1 MiB for a pipe that is full, drops what is more, and counts it',
    async () => {
      const path = join(await temporaryFolder(), 'pipe');
      execFileSync('mkfifo', [path]);
      const reader = open(path, constants.O_RDONLY | constants.O_NONBLOCK);
      const writer = new LogWriter(open(path, constants.O_WRONLY | constants.O_NONBLOCK));
      const recovered = new Promise<Dropped>(resolve => {
        writer.onRecovered = resolve;
      });
      for (let count = 0; count < 4_096; count++) writer.write(LINE);
      let read = 0;
      const buffer = Buffer.alloc(1024 * 1024);
      const drain = () => {
        try {
          read += readSync(reader, buffer);
        } catch (thrown) {
          if ((thrown as NodeJS.ErrnoException).code !== 'EAGAIN') throw thrown;
        }
      };
      const timer = setInterval(drain, 1);
      const { lines, since } = await recovered;
      await writer.flush(LONG_MS);
      clearInterval(timer);
      drain();
      expect(read / LINE.length + lines).toBe(4_096);
      expect(read).toBeGreaterThanOrEqual(1024 * 1024);
      expect(read).toBeLessThan(1.25 * 1024 * 1024);
      expect(Date.parse(since)).toBeLessThanOrEqual(Date.now());
    },
  );
});
