interface Wait {
  left: number;
  readonly done: () => void;
}

/** Work that continues after some frames. A frame without such work costs nothing. */
export class FrameWaits {
  #waits: Wait[] = [];

  /** Resolves at the end of the last of these frames. */
  after(frames: number): Promise<void> {
    return new Promise(done => this.#waits.push({ left: frames, done }));
  }

  /** Called at the end of each frame. */
  frameOnEnd(): void {
    if (this.#waits.length === 0) return;
    for (const wait of this.#waits) if (--wait.left <= 0) wait.done();
    this.#waits = this.#waits.filter(({ left }) => left > 0);
  }
}
