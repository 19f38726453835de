import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

const { resolve } = createRequire(import.meta.url);
const RESVG = resolve('@resvg/resvg-js');
const FONT_FILE = resolve('@expo-google-fonts/didact-gothic/400Regular/DidactGothic_400Regular.ttf');

/** Rendering takes a tenth of a second, so it runs in a worker thread. */
const RENDERER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { Resvg } = require(workerData.resvg);
  const font = { loadSystemFonts: false, fontFiles: [workerData.font], defaultFontFamily: 'Didact Gothic' };
  parentPort.on('message', ({ id, svg }) => {
    try {
      const png = new Uint8Array(new Resvg(svg, { font }).render().asPng());
      parentPort.postMessage({ id, png }, [png.buffer]);
    } catch (thrown) {
      parentPort.postMessage({ id, reason: String(thrown instanceof Error ? thrown.message : thrown) });
    }
  });
`;

type Answer = { readonly id: number } & ({ readonly png: Uint8Array } | { readonly reason: string });

interface Waiting {
  resolve(png: Uint8Array): void;
  reject(reason: Error): void;
}

/** Starts the thread with the first map, and again after it ended. */
class PngRenderer {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #count = 0;

  renderPng(svg: string): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.#worker ??= this.#start();
      const id = ++this.#count;
      this.#waiting.set(id, { resolve, reject });
      // The thread keeps the process alive only while a map is pending.
      this.#worker.ref();
      this.#worker.postMessage({ id, svg });
    });
  }

  #start(): Worker {
    const worker = new Worker(RENDERER, { eval: true, workerData: { resvg: RESVG, font: FONT_FILE } });
    worker.on('message', (answer: Answer) => this.#workerOnMessage(worker, answer));
    worker.on('error', reason => this.#workerOnEnd(reason));
    worker.on('exit', code => this.#workerOnEnd(new Error(`The rendering thread ended with code ${code}.`)));
    return worker;
  }

  #workerOnMessage(worker: Worker, answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (this.#waiting.size === 0) worker.unref();
    if ('png' in answer) waiting?.resolve(answer.png);
    else waiting?.reject(new Error(answer.reason));
  }

  #workerOnEnd(reason: Error): void {
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}

const renderer = new PngRenderer();

/** Renders a map as PNG in a worker thread. */
export function mapPng(svg: string): Promise<Uint8Array> {
  return renderer.renderPng(svg);
}
