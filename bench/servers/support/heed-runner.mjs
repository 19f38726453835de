/** Loaded before a program that knows nothing of the bench, such as the real server. */
import { heedRunner } from './child.mjs';

heedRunner();
// The program itself decides how long it lives.
process.channel?.unref();
