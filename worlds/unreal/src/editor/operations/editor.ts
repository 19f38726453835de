import type { Log } from '@worldwire/server';
import type { BoundedCache } from '@worldwire/server/kit';
import type { AssetInfo } from '../../port/operations.js';
import type { SerialQueue } from '../../work/serial-queue.js';
import type { Connection } from '../connection/connection.js';
import type { Python } from '../python/python.js';
import type { EditorCalls } from '../remote/editor-calls.js';
import type { EditorFunctions } from '../remote/editor-functions.js';
import type { EditorIntervals, EditorLimits } from '../remote/editor-settings.js';
import type { Job } from '../remote/job.js';
import type { ActorClasses } from './actor-classes.js';

export interface Editor {
  readonly calls: EditorCalls;
  readonly functions: EditorFunctions;
  readonly python: Python;
  readonly connection: Connection;
  /** Lists for the next pages: an editor gives a list as a whole, and does not report changes. The first page makes a new one. */
  readonly assetLists: BoundedCache<readonly AssetInfo[]>;
  /** Paths of actors, in order, by level. */
  readonly actorLists: BoundedCache<{ paths: readonly string[] }>;
  readonly actorClasses: ActorClasses;
  /** For making such lists. */
  readonly listing: SerialQueue;
  /** The folder of the project, where it is on this machine. */
  readonly projectFolder: string | undefined;
  /** Whether the editor may run on this machine. */
  readonly sameHost: boolean;
  readonly limits: EditorLimits;
  readonly intervals: EditorIntervals;
  readonly log: Log;
  /** Runs work that outlives its caller, until the source is closed. */
  runDetached<Result>(name: string, work: (job: Job) => Promise<Result>): Promise<Result>;
}

export type Operation<Params, Result> = (editor: Editor, params: Params, job: Job) => Promise<Result>;
