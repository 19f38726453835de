import type { Context } from '@worldwire/server';
import type { CallOptions } from './source/unreal-source.js';

/** A source goes on for as long as the caller waits, and the caller hears how far it is. */
export function optionsOf(context: Context): CallOptions {
  return {
    signal: context.signal,
    progress: (done, total, message) => context.progress(done, total, message),
  };
}
