import { defineWorld, tool, WorldError } from 'worldwire';
import { z } from 'zod';

const notes = new Map([['welcome', 'Edit world.js, and describe what your world is.']]);

const readNote = tool({
  name: 'read_note',
  description: 'Returns a note by its title.',
  access: 'read',
  input: z.object({ title: z.string().max(100) }),
  call({ title }) {
    const note = notes.get(title);
    if (note !== undefined) return note;
    throw new WorldError(
      'NotFound',
      `There is no note "${title}".`,
      `Titles: ${[...notes.keys()].join(', ')}.`,
    );
  },
});

// A tool that writes is refused until the operator starts the server with --allow writes.
const writeNote = tool({
  name: 'write_note',
  description: 'Writes a note, or replaces it.',
  access: 'write',
  input: z.object({ title: z.string().max(100), text: z.string().max(10_000) }),
  call({ title, text }) {
    notes.set(title, text);
    return `Wrote "${title}".`;
  },
});

export default defineWorld({
  name: 'my-world',
  version: '0.1.0',
  description: 'Notes that an agent reads and writes.',
  tools: [readNote, writeNote],
});
