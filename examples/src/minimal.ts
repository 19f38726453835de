// The smallest server: a world with one tool, on HTTP. `node dist/minimal.js [port]`
import { defineWorld, serve, tool } from 'worldwire';
import { z } from 'zod';

const greet = tool({
  name: 'greet',
  description: 'Greets a person.',
  access: 'read',
  input: z.object({ name: z.string().max(100) }),
  call: ({ name }) => `Hello, ${name}!`,
});
const world = defineWorld({ name: 'minimal', version: '1.0.0', tools: [greet] });
const { url } = await serve(world, { port: Number(process.argv[2] ?? 3000), stopOnSignal: true });
console.log(url);
