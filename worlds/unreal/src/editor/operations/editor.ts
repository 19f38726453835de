import type { Log } from '@worldwire/server';
import type { AssetInfo } from '../../port/operations.js';
import type { SerialQueue } from '../../work/serial-queue.js';
import type { Connection } from '../connection/connection.js';
import type { Python } from '../python/python.js';
import type { EditorCalls } from '../remote/editor-calls.js';
import type { EditorFunctions } from '../remote/editor-functions.js';
import type { EditorIntervals, EditorLimits } from '../remote/editor-settings.js';
import type { Job } from '../remote/job.js';
import type { ListCache } from './list-cache.js';

/** What an operation works with. */
export interface Editor {
  readonly calls: EditorCalls;
  readonly functions: EditorFunctions;
  readonly python: Python;
  readonly connection: Connection;
  readonly lists: ListCache<AssetInfo>;
  /** Paths of actors, in order. */
  readonly actors: ListCache<string>;
  /** Of such lists. */
  readonly reading: SerialQueue;
  /** Where the project lies, when that is on this machine. */
  readonly projectFolder: string | undefined;
  /** Whether files of the editor may be those of this machine. */
  readonly sameHost: boolean;
  readonly limits: EditorLimits;
  readonly intervals: EditorIntervals;
  readonly log: Log;
  /** Work that goes on without whoever asked, until the source is closed. */
  runDetached<Result>(name: string, work: (job: Job) => Promise<Result>): Promise<Result>;
}

export type Operation<Params, Result> = (editor: Editor, params: Params, job: Job) => Promise<Result>;
