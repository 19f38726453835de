import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callTool, initialize, resultOf } from '../testing/client.js';
import { closedPort } from '../testing/closed-port.js';
import { Program, temporaryFolder } from '../testing/program.js';

const WRITES = 400;
const AT_ONCE = 50;
/** Prints some 6 MB, each line of which is a line of the log. */
const CHATTER = 'yes chatter-of-an-engine-that-says-the-same-thing-over-and-over | head -n 100000; sleep 600';
const CHATTY = ['unity', '--engine', 'link', '--engine-command', CHATTER, '--log-level', 'debug'];

/** A pipe that has a reader, which does not read. */
async function unreadPipe(): Promise<{ readonly path: string; readonly descriptor: number }> {
  const path = join(await temporaryFolder(), 'unread');
  execFileSync('mkfifo', [path]);
  return { path, descriptor: held(openSync(path, 'r+')) };
}

function held(descriptor: number): number {
  onTestFinished(() => closeSync(descriptor));
  return descriptor;
}

function lineOf(pipe: string, wanted: string): Promise<string> {
  const input = new Socket({
    fd: openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK),
    writable: false,
  });
  onTestFinished(() => {
    input.destroy();
  });
  return new Promise(resolve => {
    createInterface({ input }).on('line', line => line.includes(wanted) && resolve(line));
  });
}

/** Writes to a pipe until it takes no more. */
function fill(pipe: string): void {
  const descriptor = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  const full = () => {
    for (;;) writeSync(descriptor, Buffer.alloc(4096));
  };
  expect(full).toThrow('EAGAIN');
  closeSync(descriptor);
}

/** Writes by REST and by MCP, and counts the answers that say it was done. */
async function writeALot(url: string): Promise<number> {
  let done = 0;
  let sent = 0;
  const command = { type: 'tick' };
  const writer = async () => {
    while (sent < WRITES) {
      if (sent++ % 2 === 0) {
        const response = await fetch(new URL('/universes/sol/commands', url), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(command),
        });
        await response.text();
        if (response.ok) done++;
      } else {
        const answer = await resultOf(
          await callTool(url, 'send_universe_command', { universeId: 'sol', command }),
        );
        if (answer.isError !== true) done++;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, writer));
  return done;
}

// Pipes that can be held open by their reader and writer alike, and a device that is always full.
describe.runIf(process.platform === 'linux')('a server', () => {
  it('answers every write and stops on SIGTERM while its log is not read', async () => {
    const { descriptor: stderr } = await unreadPipe();
    const program = new Program(['serve', 'universe', ...CHATTY, '--port', '0', '--json'], { stderr });
    expect(await writeALot(await program.url())).toBe(WRITES);
    program.kill('SIGTERM');
    expect(await program.ended).toMatchObject({ code: 0, signal: null });
  });

  it('reports the number of dropped lines, and since when, once its log is read again', async () => {
    const { path, descriptor: stderr } = await unreadPipe();
    const program = new Program(['serve', 'universe', ...CHATTY, '--port', '0', '--json'], { stderr });
    expect(await writeALot(await program.url())).toBe(WRITES);
    const { level, dropped } = JSON.parse(await lineOf(path, 'were dropped'));
    expect(level).toBe('warn');
    expect(dropped.lines).toBeGreaterThan(0);
    expect(new Date(dropped.since).toISOString()).toBe(dropped.since);
  });

  it('drops and counts readable lines, too', async () => {
    const { path, descriptor: stderr } = await unreadPipe();
    const args = ['serve', 'universe', ...CHATTY, '--port', '0', '--json', '--log-format', 'text'];
    const program = new Program(args, { stderr });
    expect(await writeALot(await program.url())).toBe(WRITES);
    expect(await lineOf(path, 'were dropped')).toMatch(
      / warn {2}lines of the log .* dropped=\{"lines":[1-9]/,
    );
  });

  it('answers every write and stops on SIGTERM while its log cannot be written', async () => {
    const stderr = held(openSync('/dev/full', 'w'));
    const program = new Program(['serve', 'universe', ...CHATTY, '--port', '0', '--json'], { stderr });
    expect(await writeALot(await program.url())).toBe(WRITES);
    program.kill('SIGTERM');
    expect(await program.ended).toMatchObject({ code: 0, signal: null });
  });

  it('serves and stops on SIGTERM while its standard output cannot be written', async () => {
    const port = await closedPort();
    const stdout = held(openSync('/dev/full', 'w'));
    const program = new Program(['serve', 'universe', '--port', String(port)], { stdout });
    const url = `http://127.0.0.1:${port}/mcp`;
    await expect
      .poll(() =>
        fetch(url)
          .then(({ ok }) => ok)
          .catch(() => false),
      )
      .toBe(true);
    expect(await writeALot(url)).toBe(WRITES);
    program.kill('SIGTERM');
    expect(await program.ended).toMatchObject({ code: 0, signal: null });
  });

  it('serves standard input and output while its log is not read, and ends with its input', async () => {
    const { path, descriptor: stderr } = await unreadPipe();
    fill(path);
    const program = new Program(['stdio', 'universe'], { stderr });
    program.child.stdin?.write(`${JSON.stringify(initialize(1))}\n`);
    expect(JSON.parse(await program.line('stdout', '"id":1'))).toHaveProperty('result');
    program.child.stdin?.end();
    expect(await program.ended).toMatchObject({ code: 0, signal: null });
  });
});
