/**
 * What an agent must be able to do with nothing but what the server says, and the calls and bytes that it may take. `place` is
 * the program in which a task runs; `run` returns the agents that paid for it.
 */
import { PROJECT_TASKS } from './project-tasks.mjs';
import { SCENE_TASKS } from './scene-tasks.mjs';
import { UNIVERSE_TASKS } from './universe-tasks.mjs';

export { HOOKED_TYPE } from './scene-tasks.mjs';
export const TASKS = [...UNIVERSE_TASKS, ...SCENE_TASKS, ...PROJECT_TASKS];
