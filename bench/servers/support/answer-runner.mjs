/** Loaded before a program that is not part of the bench, such as the real server. */
import { answerRunner } from './child.mjs';

// SIGTERM, so that the program also ends the processes that it started.
answerRunner({}, () => process.kill(process.pid, 'SIGTERM'));
// The channel must not keep the program alive.
process.channel?.unref();
