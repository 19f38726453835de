import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const PROGRAM = fileURLToPath(new URL('../../bin/worldwire.js', import.meta.url));

export interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Place {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Descriptors that take the place of pipes. What is written there is for the test to read. */
  readonly stdout?: number;
  readonly stderr?: number;
}

/** The real program as a child process. It does not outlive its test. */
export class Program {
  readonly child: ChildProcess;
  readonly ended: Promise<Outcome>;
  /** Its home, which has its default data folder. */
  readonly home: string;
  #stdout = '';
  #stderr = '';
  readonly #lines: Record<'stdout' | 'stderr', Lines>;

  constructor(
    args: readonly string[],
    { cwd = makeTemporaryFolder(), env = {}, stdout, stderr }: Place = {},
  ) {
    // Its own home, so that neither this user's settings nor their files play a part, and nothing is left behind.
    const clean = { PATH: process.env.PATH ?? '', HOME: cwd, WORLDWIRE_STORE: 'memory', ...env };
    this.home = clean.HOME;
    this.child = spawn(process.execPath, [PROGRAM, ...args], {
      cwd,
      env: clean,
      stdio: ['pipe', stdout ?? 'pipe', stderr ?? 'pipe'],
    });
    this.child.stdout?.on('data', chunk => {
      this.#stdout += chunk;
    });
    this.child.stderr?.on('data', chunk => {
      this.#stderr += chunk;
    });
    this.#lines = {
      stdout: new Lines(this.child.stdout),
      stderr: new Lines(this.child.stderr),
    };
    this.ended = once(this.child, 'close').then(([code, signal]) => ({
      code,
      signal,
      stdout: this.#stdout,
      stderr: this.#stderr,
    }));
    onTestFinished(() => {
      this.child.kill('SIGKILL');
    });
  }

  /** The first line, of those already there or to come, that a test is looking for. */
  line(stream: 'stdout' | 'stderr', wanted: string | RegExp): Promise<string> {
    const gone = this.ended.then(({ code, stderr }) => {
      throw new Error(`The program ended with ${code} before it said ${wanted}.\n${stderr}`);
    });
    return Promise.race([this.#lines[stream].find(line => line.search(wanted) >= 0), gone]);
  }

  /** The address of a server started with --json. */
  async url(): Promise<string> {
    const line = await this.line('stdout', /"listening",.*"wire":"http"/);
    return (JSON.parse(line) as { url: string }).url;
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }
}

export function run(args: readonly string[], place?: Place, input = ''): Promise<Outcome> {
  const program = new Program(args, place);
  program.child.stdin?.end(input);
  return program.ended;
}

export async function temporaryFolder(): Promise<string> {
  return makeTemporaryFolder();
}

function makeTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'worldwire-'));
  // A program that was just killed may still be making a file.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

class Lines {
  readonly #seen: string[] = [];
  readonly #waiting = new Set<(line: string) => void>();

  constructor(source: Readable | null) {
    if (source === null) return;
    createInterface({ input: source }).on('line', line => {
      this.#seen.push(line);
      for (const wait of this.#waiting) wait(line);
    });
  }

  find(wanted: (line: string) => boolean): Promise<string> {
    const found = this.#seen.find(wanted);
    if (found !== undefined) return Promise.resolve(found);
    return new Promise(resolve => {
      const wait = (line: string) => {
        if (!wanted(line)) return;
        this.#waiting.delete(wait);
        resolve(line);
      };
      this.#waiting.add(wait);
    });
  }
}
