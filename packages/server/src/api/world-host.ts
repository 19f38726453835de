import type { GivenAbout } from './about.js';
import type { Access } from './tool.js';

/** Work of a world that no request asks for now: a principal installed it earlier, such as a script that runs when an engine starts. */
export interface InstalledWork {
  /** For the audit: `startup.cs`. */
  readonly name: string;
  readonly access: Access;
  /** The principal that installed it. It must have the right to do so now, too. */
  readonly principal: string;
  /** The tools that install it, for rights that are narrowed to tools. Default: none. */
  readonly tools?: readonly string[];
  readonly about?: GivenAbout;
  /** For the audit, as the arguments of a call. */
  readonly arguments?: object;
}

/** What a kernel gives to its world. */
export interface WorldHost {
  /**
   * Runs installed work, within the ceiling and the operator's gates. The audit records it before and after. Throws a WorldError
   * with the reason if it may not run.
   */
  run<Result>(work: InstalledWork, perform: () => Promise<Result>): Promise<Result>;
}

/** What the operator's gates leave open in a world. The ceiling of the start does not count here. */
export interface OpenGates {
  readonly open: Access;
  /** Principals whose writes are stopped. */
  readonly stopped: readonly string[];
}
