interface Wait {
  frames: number;
  seconds: number;
  readonly done: () => void;
}

/** Work that continues after some frames. A frame without such work costs nothing. */
export class FrameWaits {
  #waits: Wait[] = [];

  /** Resolves at the end of a frame, when so many frames and so much real time have passed. */
  after(frames: number, seconds: number): Promise<void> {
    return new Promise(done => this.#waits.push({ frames, seconds, done }));
  }

  /** Called at the end of each frame with its real time. */
  frameOnEnd(seconds: number): void {
    if (this.#waits.length === 0) return;
    this.#waits = this.#waits.filter(wait => {
      wait.frames--;
      wait.seconds -= seconds;
      const isOver = wait.frames <= 0 && wait.seconds <= 0;
      if (isOver) wait.done();
      return !isOver;
    });
  }
}
