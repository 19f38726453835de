/** A process above ours. */
export interface Ancestor {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  /** The text of the file that it reads commands from, where it is a shell that does. */
  readonly script?: string | undefined;
}

/** The process that had started ours when ours began. */
export const parent: number;

/** All processes above ours when it began, nearest first. Only Linux tells without a further program. */
export const ancestors: readonly Ancestor[] | undefined;
