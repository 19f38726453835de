import { declaresTasks, TASKS_EXTENSION } from '@worldwire/protocol';
import type { Call } from '../call.js';
import type { Desk, Handler, Handlers } from '../desk.js';
import { missingCapability } from '../questions.js';
import type { Task } from '../task.js';
import { readResponses } from '../tasks.js';

/** tasks/get, tasks/update, tasks/cancel: the tasks extension, SEP-2663. */
export function tasks(desk: Desk): Handlers {
  return {
    'tasks/get': gated(desk, task => task.details()),
    'tasks/update': gated(desk, (task, call) => {
      task.answer(readResponses(call.params));
      return {};
    }),
    'tasks/cancel': gated(desk, task => {
      task.cancel('The client cancelled the task.');
      return {};
    }),
  };
}

/** The capability comes first: whoever does not speak of tasks learns nothing of them. */
function gated({ tasks: all }: Desk, serve: (task: Task, call: Call) => unknown): Handler {
  return call => {
    if (!declaresTasks(call.caller.capabilities))
      throw missingCapability({ extensions: { [TASKS_EXTENSION]: {} } });
    return serve(all.find(call.params, call.principal), call);
  };
}
