import { declaresTasks, TASKS_EXTENSION } from '@worldwire/protocol';
import type { WorldError } from '../api/world-error.js';
import type { Call } from '../calls/call.js';
import { missingCapability } from '../calls/questions.js';
import type { Task } from '../calls/task.js';
import { readResponses } from '../calls/task-store.js';
import type { Handler, Handlers, MethodServices } from './method-services.js';

/** tasks/get, tasks/update, tasks/cancel: the tasks extension, SEP-2663. */
export function tasks(services: MethodServices): Handlers {
  return {
    'tasks/get': gated(services, task => task.details()),
    'tasks/update': gated(services, (task, call) => {
      task.answer(readResponses(call.params));
      return {};
    }),
    'tasks/cancel': gated(services, task => {
      task.cancel('The client cancelled the task.');
      return {};
    }),
  };
}

/** Checks the capability first, so that clients without it cannot probe for task ids. */
function gated(services: MethodServices, serve: (task: Task, call: Call) => unknown): Handler {
  return call => {
    if (!declaresTasks(call.caller.capabilities))
      throw missingCapability({ extensions: { [TASKS_EXTENSION]: {} } });
    const task = services.tasks.find(call.params, call.principal);
    const refusal = taskRefusal(services, task, call);
    if (refusal !== undefined) throw refusal;
    return serve(task, call);
  };
}

/** Another credential of the same name may have fewer rights than the one that started the task. */
export function taskRefusal(
  { environment: { policy } }: Pick<MethodServices, 'environment'>,
  { need }: Pick<Task, 'need'>,
  call: Call,
): WorldError | undefined {
  return need && policy.missing(call.caller.who, need, () => `A task of ${need.tool}`);
}
