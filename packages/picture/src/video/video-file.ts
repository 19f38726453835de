import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { VideoCodec, VideoProgram } from './codecs.js';

/** After the last picture. */
const FINISH_MS = 30_000;
const MAX_REASON = 300;

export interface VideoFileOptions extends VideoProgram {
  /** The path of a file that does not exist yet. */
  readonly path: string;
  readonly codec: VideoCodec;
  /** Pictures in a second. */
  readonly perSecond: number;
  /** A video that would be longer ends here. */
  readonly maxBytes: number;
  /** Ends the program when it aborts. */
  readonly signal?: AbortSignal;
}

/** A video that ffmpeg writes from PNG pictures of one size, picture by picture. */
export class VideoFile {
  readonly #process;
  readonly #ended: Promise<number | null>;
  #errors = '';

  constructor({
    path,
    codec,
    perSecond,
    maxBytes,
    signal,
    environment = {},
    program = 'ffmpeg',
  }: VideoFileOptions) {
    const input = ['-f', 'image2pipe', '-c:v', 'png', '-framerate', String(perSecond), '-i', 'pipe:0'];
    // Players need an even size and this form of colours.
    const form = ['-vf', 'crop=trunc(iw/2)*2:trunc(ih/2)*2', '-pix_fmt', 'yuv420p', '-an'];
    const output = ['-fs', String(maxBytes), '-threads', '1', '-n', `file:${path}`];
    const encoding = ['-c:v', codec.name, ...codec.options, ...form];
    this.#process = spawn(program, ['-hide_banner', '-loglevel', 'error', ...input, ...encoding, ...output], {
      env: environment as NodeJS.ProcessEnv,
      stdio: ['pipe', 'ignore', 'pipe'],
      windowsHide: true,
    });
    this.#process.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#errors = `${this.#errors}${text}`.slice(-MAX_REASON);
    });
    // A pipe that is closed early shows in the exit code.
    this.#process.stdin.on('error', () => {});
    this.#ended = new Promise(resolve => {
      this.#process.once('error', () => resolve(null)).once('close', code => resolve(code));
    });
    const onAbort = () => this.#process.kill('SIGKILL');
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#ended.then(() => signal?.removeEventListener('abort', onAbort));
  }

  /** Resolves when the next picture can be added. */
  async add(png: Uint8Array): Promise<void> {
    const { stdin } = this.#process;
    if (!stdin.writable || stdin.write(png)) return;
    await Promise.race([once(stdin, 'drain').catch(() => {}), this.#ended]);
  }

  /** Completes the file. Returns why there is none, or undefined. */
  async finish(): Promise<string | undefined> {
    this.#process.stdin.end();
    const timer = setTimeout(() => this.stop(), FINISH_MS);
    const code = await this.#ended;
    clearTimeout(timer);
    return code === 0 ? undefined : this.#errors.trim() || `it ended with ${code}`;
  }

  /** Ends the program. The file is not complete then. */
  async stop(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#ended;
  }
}
