/** Loaded before a program that is not part of the bench, such as the real server. */
import { answerQuestions } from './child.mjs';

// SIGTERM, so that the program also ends the processes that it started.
answerQuestions({}, () => process.kill(process.pid, 'SIGTERM'));
// The channel must not keep the program alive.
process.channel?.unref();
