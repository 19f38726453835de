import { type Planners, planned, type WriteCall, type WritePlan } from '../port/write-plan.js';
import { destroyWrite, spawnWrite, transformWrite } from './actor-writes.js';
import { openWrite, selectionWrite } from './level-writes.js';
import { functionWrite, propertyWrite } from './object-writes.js';
import { requireCommand } from './sample-console.js';
import type { SampleContext } from './sample-context.js';
import { noPython } from './sample-python.js';

const UNKNOWN: WritePlan = { before: null, after: null };

/** What a write to the sample would find and leave. */
export function planWrite(context: SampleContext, call: WriteCall): WritePlan {
  return planned(PLANNERS, call, context);
}

const PLANNERS: Planners<[SampleContext]> = {
  'actor.destroy': (params, context) => destroyWrite(context, params).plan,
  'actor.spawn': (params, context) => spawnWrite(context, params).plan,
  'actor.transform': (params, context) => transformWrite(context, params).plan,
  'console.run': ({ command }) => {
    requireCommand(command);
    return UNKNOWN;
  },
  'function.call': (params, context) => functionWrite(context, params).plan,
  'level.open': (params, context) => openWrite(context, params).plan,
  'log.write': (params, { log }) => ({ before: null, after: log.entryOf(params) }),
  'property.write': (params, context) => propertyWrite(context, params).plan,
  'python.run': () => {
    throw noPython();
  },
  'selection.set': (params, context) => selectionWrite(context, params).plan,
};
