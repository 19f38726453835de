import { fileURLToPath } from 'node:url';

/** The program that serves the world of these tests on its standard input and output. */
export const STDIO_PROGRAM = {
  command: process.execPath,
  args: [fileURLToPath(new URL('./stdio-server.mjs', import.meta.url))],
};
