import type { Log } from '@worldwire/server';
import type { Sources } from '../sources/sources.js';
import type { UnrealWrites } from '../state/unreal-writes.js';
import type { WatchCheck } from './watch-check.js';

export const JSON_TYPE = 'application/json';

export interface ResourceParts {
  readonly sources: Sources;
  readonly writes: UnrealWrites;
  readonly log: Log;
  readonly check: WatchCheck;
}
