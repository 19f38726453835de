import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { EncodedPicture, Within } from '@worldwire/picture';

/** To the thread. */
export interface Drawing {
  readonly id: number;
  readonly svg: string;
  readonly wanted: Within;
}

/** From the thread. */
export type Rendering = { readonly id: number } & (
  | { readonly picture: EncodedPicture }
  | { readonly reason: string }
);

interface Waiting {
  resolve(picture: EncodedPicture): void;
  reject(reason: Error): void;
}

/** Starts the thread with the first map, and again after it ended. */
class Renderer {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #count = 0;

  render(svg: string, wanted: Within): Promise<EncodedPicture> {
    return new Promise((resolve, reject) => {
      this.#worker ??= this.#start();
      const id = ++this.#count;
      this.#waiting.set(id, { resolve, reject });
      // The thread keeps the process alive only while a map is pending.
      this.#worker.ref();
      this.#worker.postMessage({ id, svg, wanted } satisfies Drawing);
    });
  }

  #start(): Worker {
    const worker = new Worker(entry());
    worker.on('message', (answer: Rendering) => this.#workerOnMessage(worker, answer));
    worker.on('error', reason => this.#workerOnEnd(reason));
    worker.on('exit', code => this.#workerOnEnd(new Error(`The rendering thread ended with code ${code}.`)));
    return worker;
  }

  #workerOnMessage(worker: Worker, answer: Rendering): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (this.#waiting.size === 0) worker.unref();
    if ('picture' in answer) waiting?.resolve(answer.picture);
    else waiting?.reject(new Error(answer.reason));
  }

  #workerOnEnd(reason: Error): void {
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}

const renderer = new Renderer();

/**
 * Renders a map as JPEG or as PNG with a palette, in a worker thread, because it takes a tenth of a second. With `maxBytes` it
 * has a lower quality or fewer colours, and fewer pixels where that is not enough.
 */
export function mapPicture(svg: string, wanted: Within): Promise<EncodedPicture> {
  return renderer.render(svg, wanted);
}

/** Under a test runner this file is TypeScript, which a thread cannot load: the built module is used. */
function entry(): string {
  return fileURLToPath(new URL('./picture-thread.js', import.meta.url)).replace(
    /([\\/])src([\\/]sky[\\/]map[\\/]picture-thread\.js)$/,
    '$1dist$2',
  );
}
