import { type Tool, WorldError } from '@worldwire/server';
import { z } from 'zod';
import { resultOf } from '../dto/cards.js';
import { confirm, LANGUAGE, scriptPath } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import { MAX_SCRIPT_BYTES, type ScriptFile } from '../scripts/script-folder.js';
import { requireReadBack } from '../writes/read-back.js';
import type { Write } from '../writes/write.js';
import type { ToolParts } from './parts.js';

const RUNNING_MS = 10_000;
/** More characters than any script within the limit has bytes. */
const MAX_CONTENT = 2 * MAX_SCRIPT_BYTES;

const ran = { ok: z.boolean(), result: z.unknown().optional(), type: z.string() };

/** Code that runs in the scene, from the console and from files. */
export function consoleTools({ kit, scripts, startup, events }: ToolParts): readonly Tool[] {
  const run = async (write: Write, code: string, name?: string) => {
    const value = await write.call('code.run', { code, ...(name !== undefined && { name }) }, RUNNING_MS);
    const result = resultOf(value);
    write.wrote(null, result);
    return { ok: true, result, type: value.type };
  };
  const changed = (path: string) => {
    events.resourceUpdated('unity://console/scripts');
    events.resourceUpdated(`unity://console/script?path=${encodeURIComponent(path)}`);
  };
  return [
    kit.reading({
      name: 'ReadConsoleScript',
      title: 'Read a script',
      description: 'Reads a script. unity://console/scripts lists them.',
      input: z.object({ path: scriptPath }),
      output: dto.scriptFile,
      run: ({ path }) => scripts.read(path),
    }),
    kit.reading({
      name: 'GetStartupScript',
      title: 'Read the startup script',
      description: 'Gives the script that runs when the engine starts, and whether it is enabled.',
      output: { ok: z.boolean(), enabled: z.boolean(), path: z.string(), content: z.string().optional() },
      run: () => startup.get(),
    }),
    kit.writing({
      name: 'ConsoleEval',
      title: 'Run code',
      description: `Runs code with the scene in reach, and gives what it returns. ${LANGUAGE}`,
      evaluates: true,
      destructive: true,
      input: z.object({ code: z.string().min(1).max(MAX_SCRIPT_BYTES), confirm }),
      output: ran,
      run: ({ code }, write) => run(write, code),
    }),
    kit.writing({
      name: 'WriteConsoleScript',
      title: 'Write a script',
      description: 'Writes a script, in place of one that is there. At most 256 KB.',
      destructive: true,
      idempotent: true,
      input: z.object({ path: scriptPath, content: z.string().max(MAX_CONTENT), confirm }),
      output: dto.written,
      run: async ({ path, content }, write) => {
        const before = await scripts.find(path);
        await scripts.write(path, content);
        const values = write.wrote(before, await scripts.find(path));
        changed(path);
        await requireContent(scripts.read(path), content, values);
        return { ok: true, ...values };
      },
    }),
    kit.writing({
      name: 'DeleteConsoleScript',
      title: 'Delete a script',
      description: 'Deletes a script. This cannot be undone.',
      destructive: true,
      input: z.object({ path: scriptPath, confirm }),
      output: dto.written,
      run: async ({ path }, write) => {
        const before = await scripts.find(path);
        await scripts.delete(path);
        const values = write.wrote(before, await scripts.find(path));
        changed(path);
        requireReadBack('The script', values.after === null, values);
        return { ok: true, ...values };
      },
    }),
    kit.writing({
      name: 'RunConsoleScript',
      title: 'Run a script',
      description: 'Runs a script of the Scripts folder, and gives what it returns.',
      evaluates: true,
      destructive: true,
      input: z.object({ path: scriptPath, confirm }),
      output: ran,
      prepare: async ({ path }) => contentOf(await scripts.read(path)),
      run: async (_, write, __, { name, content }) => run(write, content, name),
    }),
    kit.writing({
      name: 'SetStartupScriptEnabled',
      title: 'Switch the startup script',
      description:
        'Says whether the startup script runs when the engine starts, by giving it its one name or the other.',
      idempotent: true,
      input: z.object({ enabled: z.boolean(), confirm }),
      output: dto.written,
      prepare: async ({ enabled }) => {
        const file = enabled ? await startup.read() : undefined;
        return file === undefined ? {} : contentOf(file);
      },
      run: async ({ enabled }, write) => {
        const before = await startup.state();
        await startup.setEnabled(enabled);
        const values = write.wrote(before, await startup.state());
        changed('startup.cs');
        requireReadBack('The startup script', values.after === (enabled ? 'enabled' : 'disabled'), values);
        return { ok: true, ...values };
      },
    }),
    kit.writing({
      name: 'WriteStartupScript',
      title: 'Write the startup script',
      description:
        'Writes the startup script and enables it. It runs when the engine starts, where code may run.',
      destructive: true,
      idempotent: true,
      input: z.object({ content: z.string().max(MAX_CONTENT), confirm }),
      output: dto.written,
      run: async ({ content }, write) => {
        const before = await startup.state();
        await startup.write(content);
        const values = write.wrote(before, await startup.state());
        changed('startup.cs');
        await requireContent(scripts.read('startup.cs'), content, values);
        return { ok: true, ...values };
      },
    }),
    kit.writing({
      name: 'RunStartupScript',
      title: 'Run the startup script',
      description: 'Runs the startup script now, enabled or not, and gives what it returns.',
      evaluates: true,
      destructive: true,
      input: z.object({ confirm }),
      output: { ...ran, path: z.string() },
      prepare: async () => {
        const file = await startup.read();
        if (file !== undefined) return { path: file.Path, ...contentOf(file) };
        throw new WorldError('NotFound', 'There is no startup script.', 'WriteStartupScript makes one.');
      },
      run: async (_, write, __, { name, content, path }) => ({ ...(await run(write, content, name)), path }),
    }),
  ];
}

async function requireContent(
  read: Promise<ScriptFile>,
  content: string,
  values: { before: unknown; after: unknown },
): Promise<void> {
  const { Content } = await read;
  // What UTF-8 cannot hold was replaced on the way, and a mark in front is never written.
  const wanted = Buffer.from(content.replace(/^\uFEFF/, ''), 'utf8').toString('utf8');
  requireReadBack('The script', Content === wanted, values);
}

/** What is run of a file, and shown to the person who is asked about it. */
function contentOf({ Name, Content, Truncated }: ScriptFile): {
  readonly name: string;
  readonly content: string;
} {
  if (!Truncated) return { name: Name, content: Content };
  throw new WorldError(
    'InvalidArgument',
    `${Name} has more than ${MAX_SCRIPT_BYTES} bytes, and does not run.`,
  );
}
