import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { FakeEditor, type FakeOptions } from '../fake-editor/index.js';
import { Bench } from './bench.js';
import { type EditorOptions, openEditor } from './source.js';

export interface Logged {
  readonly level: string;
  readonly fields: object;
  readonly message: string;
}

/** A fake, a source connected to it, and the log of the source. */
export interface FakeBench {
  readonly editor: FakeEditor;
  readonly bench: Bench;
  readonly logged: Logged[];
  readonly clock: { now: number };
  /** The folder of the project, deleted on close. */
  readonly folder: string;
  close(): Promise<void>;
}

/** Short for fast tests, and long enough for a busy machine. */
export const QUICK = { poll: 20, longestPoll: 80, watch: 10, screenshot: 5, retry: 1 };

export function recorder(logged: Logged[]): EditorOptions['log'] {
  const write = (level: string) => (fields: object, message: string) => {
    logged.push({ level, fields, message });
  };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

export interface FakeBenchOptions {
  readonly fake?: Partial<FakeOptions>;
  readonly source?: Partial<EditorOptions>;
  /** Whether the source gets the project folder. */
  readonly sameHost?: boolean;
  /** The duration of a request on the clock of the test. */
  readonly latencyMs?: () => number;
  /** Called with the URL of the fake before the source is opened. */
  readonly onStart?: (url: string) => void;
  /** Do not wait for the first state. */
  readonly impatient?: boolean;
}

/** Closed at the end of the test. */
export async function open(options?: FakeBenchOptions): Promise<FakeBench> {
  const opened = await openFake(options);
  onTestFinished(() => opened.close());
  return opened;
}

export async function openFake(options: FakeBenchOptions = {}): Promise<FakeBench> {
  const folder = await mkdtemp(join(tmpdir(), 'fake-project-'));
  const clock = { now: Date.UTC(2024, 0, 1) };
  const editor = await FakeEditor.start({
    projectFolder: folder,
    onRequest: () => {
      clock.now += options.latencyMs?.() ?? 1;
    },
    ...options.fake,
  });
  options.onStart?.(editor.url);
  const logged: Logged[] = [];
  const source = openEditor({
    url: editor.url,
    fetch,
    now: () => clock.now,
    log: recorder(logged),
    intervals: QUICK,
    ...(options.sameHost === false ? {} : { projectFolder: folder }),
    ...options.source,
  });
  const bench = new Bench(source);
  if (options.impatient !== true) await bench.until('ready', 'throttled', 'gone');
  return {
    editor,
    bench,
    logged,
    clock,
    folder,
    close: async () => {
      await source.close();
      await editor.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
