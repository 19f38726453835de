export const COLOURS = ['white', 'red', 'green'] as const;
export type Colour = (typeof COLOURS)[number];

export interface BeaconState {
  readonly colour: Colour;
  readonly periodSeconds: number;
}

/** The one thing in the harbour that a visitor can change. */
export class Beacon {
  #state: BeaconState = { colour: 'white', periodSeconds: 12 };

  get state(): BeaconState {
    return this.#state;
  }

  /** Returns whether the state has changed. */
  set(change: Partial<BeaconState>): boolean {
    const before = this.#state;
    this.#state = { ...before, ...change };
    return this.#state.colour !== before.colour || this.#state.periodSeconds !== before.periodSeconds;
  }
}
