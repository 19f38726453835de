import { type ReadOffers, readOffers } from './own-offers.js';

/** The least time between two reads. A game may register without an end, and each read costs milliseconds. */
const INTERVAL_MS = 100;

/** Reads what a game registers: at once, and after that the last list of each interval. */
export class OfferInbox {
  readonly #read: (offers: ReadOffers) => void;
  #waiting: Readonly<Record<string, unknown>> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(read: (offers: ReadOffers) => void) {
    this.#read = read;
  }

  add(params: Readonly<Record<string, unknown>>): void {
    this.#waiting = params;
    if (this.#timer === undefined) this.#next();
  }

  /** Forgets a list that was not read. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = undefined;
  }

  #next(): void {
    this.#timer = undefined;
    const params = this.#waiting;
    if (params === undefined) return;
    this.#waiting = undefined;
    this.#timer = setTimeout(() => this.#next(), INTERVAL_MS).unref();
    this.#read(readOffers(params));
  }
}
