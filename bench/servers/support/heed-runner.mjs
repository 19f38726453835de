/** Loaded before a program that knows nothing of the bench, such as the real server. */
import { heedRunner } from './child.mjs';

// In order, so that what the program started itself ends too.
heedRunner({}, () => process.kill(process.pid, 'SIGTERM'));
// The program itself decides how long it lives.
process.channel?.unref();
