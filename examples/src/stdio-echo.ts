// A world with one tool on standard input and output. `node dist/stdio-echo.js`, started by a client.
import { defineWorld, serveStdio, tool } from 'worldwire';
import { z } from 'zod';

const echo = tool({
  name: 'echo',
  description: 'Returns the message.',
  access: 'read',
  input: z.object({ message: z.string() }),
  call: ({ message }) => message,
});
const world = defineWorld({ name: 'echo', version: '1.0.0', tools: [echo] });
await serveStdio(world, { stopOnSignal: true });
