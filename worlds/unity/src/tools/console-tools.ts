import { type Tool, WorldError } from '@worldwire/server';
import { z } from 'zod';
import { resultOf } from '../dto/cards.js';
import { confirm, LANGUAGE, scriptPath } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import { MAX_SCRIPT_BYTES, type ScriptFile } from '../scripts/script-folder.js';
import type { Write } from '../writes/write.js';
import type { ToolParts } from './parts.js';

const RUNNING_MS = 10_000;
/** More characters than any script within the limit has bytes. */
const MAX_CONTENT = 2 * MAX_SCRIPT_BYTES;

const ran = { ok: z.boolean(), result: z.unknown().optional(), type: z.string() };

/** Runs code in the scene, from the console and from script files. */
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
      description: 'Reads a script. The resource unity://console/scripts lists them.',
      input: z.object({ path: scriptPath }),
      output: dto.scriptFile,
      run: ({ path }) => scripts.read(path),
    }),
    kit.reading({
      name: 'GetStartupScript',
      title: 'Read the startup script',
      description: 'Returns the script that runs when the engine starts, and whether it is enabled.',
      output: { ok: z.boolean(), enabled: z.boolean(), path: z.string(), content: z.string().optional() },
      run: () => startup.get(),
    }),
    kit.writing({
      name: 'ConsoleEval',
      title: 'Run code',
      description: `Runs code that can use the scene, and returns its result. ${LANGUAGE}`,
      evaluates: true,
      destructive: true,
      input: z.object({ code: z.string().min(1).max(MAX_SCRIPT_BYTES), confirm }),
      output: ran,
      run: ({ code }, write) => run(write, code),
    }),
    kit.writing({
      name: 'WriteConsoleScript',
      title: 'Write a script',
      description: 'Writes a script, and replaces an existing one. At most 256 KB.',
      destructive: true,
      idempotent: true,
      input: z.object({ path: scriptPath, content: z.string().max(MAX_CONTENT), confirm }),
      output: dto.written,
      run: async ({ path, content }, write) => {
        const before = await scripts.find(path);
        await scripts.write(path, content);
        changed(path);
        const kept = await hasContent(scripts.read(path), content);
        return write.done('the script', kept, { before, after: await scripts.find(path) });
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
        changed(path);
        const after = await scripts.find(path);
        return write.done('the script', after === null, { asked: null, before, after });
      },
    }),
    kit.writing({
      name: 'RunConsoleScript',
      title: 'Run a script',
      description: 'Runs a script of the Scripts folder, and returns its result.',
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
        'Enables or disables the startup script, which runs when the engine starts, by renaming its file.',
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
        changed('startup.cs');
        const [asked, after] = [enabled ? 'enabled' : 'disabled', await startup.state()];
        return write.done('the startup script', after === asked, { asked, before, after });
      },
    }),
    kit.writing({
      name: 'WriteStartupScript',
      title: 'Write the startup script',
      description:
        'Writes the startup script and enables it. It runs when the engine starts, if enableConsoleEval is on.',
      destructive: true,
      idempotent: true,
      input: z.object({ content: z.string().max(MAX_CONTENT), confirm }),
      output: dto.written,
      run: async ({ content }, write) => {
        const before = await startup.state();
        await startup.write(content);
        changed('startup.cs');
        const kept = await hasContent(scripts.read('startup.cs'), content);
        return write.done('the startup script', kept, { before, after: await startup.state() });
      },
    }),
    kit.writing({
      name: 'RunStartupScript',
      title: 'Run the startup script',
      description: 'Runs the startup script now, also if it is disabled, and returns its result.',
      evaluates: true,
      destructive: true,
      input: z.object({ confirm }),
      output: { ...ran, path: z.string() },
      prepare: async () => {
        const file = await startup.read();
        if (file !== undefined) return { path: file.Path, ...contentOf(file) };
        throw new WorldError('NotFound', 'There is no startup script.', 'WriteStartupScript creates one.');
      },
      run: async (_, write, __, { name, content, path }) => ({ ...(await run(write, content, name)), path }),
    }),
  ];
}

/** UTF-8 replaces lone surrogates, and a byte order mark is not written. */
async function hasContent(read: Promise<ScriptFile>, content: string): Promise<boolean> {
  const wanted = Buffer.from(content.replace(/^\uFEFF/, ''), 'utf8').toString('utf8');
  return (await read).Content === wanted;
}

/** The code that runs, which a confirmation shows. */
function contentOf({ Name, Content, Truncated }: ScriptFile): {
  readonly name: string;
  readonly content: string;
} {
  if (!Truncated) return { name: Name, content: Content };
  throw new WorldError(
    'InvalidArgument',
    `${Name} has more than ${MAX_SCRIPT_BYTES} bytes and cannot run.`,
    'Split it into several scripts.',
  );
}
