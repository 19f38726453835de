import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

const { resolve } = createRequire(import.meta.url);
const RESVG = resolve('@resvg/resvg-js');
const FONT_FILE = resolve('@expo-google-fonts/didact-gothic/400Regular/DidactGothic_400Regular.ttf');

/** Painting and packing of a picture take a tenth of a second, so both are done in a thread of their own. */
const PAINTER = `
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

/** The thread that paints. It starts with the first picture, and again after it ended. */
class PngRenderer {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #count = 0;

  renderPng(svg: string): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.#worker ??= this.#start();
      const id = ++this.#count;
      this.#waiting.set(id, { resolve, reject });
      // The process stays for a picture that is waited for, and for nothing else.
      this.#worker.ref();
      this.#worker.postMessage({ id, svg });
    });
  }

  #start(): Worker {
    const worker = new Worker(PAINTER, { eval: true, workerData: { resvg: RESVG, font: FONT_FILE } });
    worker.on('message', (answer: Answer) => this.#workerOnMessage(worker, answer));
    worker.on('error', reason => this.#workerOnEnd(reason));
    worker.on('exit', code => this.#workerOnEnd(new Error(`The painting thread ended with ${code}.`)));
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

/** The picture of a map; painted on a thread of its own, so that nothing else waits for it. */
export function mapPng(svg: string): Promise<Uint8Array> {
  return renderer.renderPng(svg);
}
