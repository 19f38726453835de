import { type Tool, WorldError } from '@worldwire/server';
import { z } from 'zod';
import { resultOf } from '../dto/cards.js';
import { confirm, LANGUAGE, readScript, scriptPath } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import { checkCode } from '../scene/check-code.js';
import { MAX_SCRIPT_BYTES } from '../scripts/script-folder.js';
import { scriptPart } from '../scripts/script-part.js';
import { isStartup, type StartupContents } from '../scripts/startup-script.js';
import { changed, whole } from '../writes/planned-effect.js';
import type { Write } from '../writes/write.js';
import type { ToolParts } from './parts.js';
import { bytesOf, contentOf, ofScript, withContent } from './script-text.js';

const RUNNING_MS = 10_000;
/** More characters than any script within the limit has bytes. */
const MAX_CONTENT = 2 * MAX_SCRIPT_BYTES;

const UNKNOWN = 'the effect of code is not known.';

/** What a script has, and whether a principal accepted that as a text that runs. */
interface Script {
  readonly content: string | null;
  readonly isAccepted?: boolean;
}

interface Startup extends StartupContents {
  readonly isAccepted?: boolean;
}

const ran = { ok: z.boolean(), result: z.unknown().optional(), type: z.string() };

/** Runs code in the scene, from the console and from script files. */
export function consoleTools({ kit, scene, scripts, startup, events }: ToolParts): readonly Tool[] {
  const run = async (write: Write, maxBytes: number, code: string, name?: string) => {
    const value = await write.call('code.run', { code, ...(name !== undefined && { name }) }, RUNNING_MS);
    const given = resultOf(value, maxBytes);
    write.wrote(null, given.result);
    return { ok: true, ...given, type: value.type };
  };
  /** The code is compiled and does not run. */
  const plan = async (code: string, name?: string, more: object = {}) => {
    const note = await checkCode(scene, { code, ...(name !== undefined && { name }) });
    return { before: null, after: null, more: { note, ...more } };
  };
  const updated = (path: string) => {
    events.resourceUpdated('unity://console/scripts');
    events.resourceUpdated(`unity://console/script?path=${encodeURIComponent(path)}`);
  };
  const ofStartup = (path: string) => isStartup(scripts.namesOf(path));
  const accessOf = ({ path }: { readonly path: string }) => (ofStartup(path) ? 'danger' : 'write');
  const raises = [
    {
      access: 'danger',
      when: 'path is startup.cs or startup.disabled.cs',
      example: { path: 'startup.cs', content: 'return 1;' },
    },
  ] as const;
  /** A script and its content, which undo writes back; null if it does not exist. */
  const contentNow = async (path: string) =>
    (await scripts.find(path)) === null ? null : (await scripts.read(path)).Content;
  const scriptStep = kit.restores<{ readonly path: string }, Script>({
    name: 'script',
    what: ({ path }) => `the script ${path}`,
    lasts: true,
    access: (_, { path }) => accessOf({ path }),
    read: async ({ path }) => ({ content: await contentNow(path) }),
    same: (a, b) => a.content === b.content,
    set: async ({ context }, { content, isAccepted }, { path }) => {
      const old = await contentNow(path);
      const back = { content: old, isAccepted: await startup.mayRunAgain(old) };
      if (content === null) await scripts.delete(path);
      else await scripts.write(path, content);
      if (content !== null && isAccepted === true && ofStartup(path))
        await startup.acceptWritten(content, context.principal);
      updated(path);
      return back;
    },
    show: ({ content }) => (content === null ? null : { SizeBytes: Buffer.byteLength(content) }),
  });
  const switchStep = kit.restores<object, string>({
    name: 'startup switch',
    what: () => 'whether the startup script runs',
    lasts: true,
    access: value => (value === 'enabled' ? 'danger' : 'write'),
    read: () => startup.state(),
    set: async ({ context }, value) => {
      if (value === 'enabled') await startup.enable(undefined, context.principal);
      else await startup.disable();
      updated('startup.cs');
      return undefined;
    },
  });
  const startupStep = kit.restores<object, Startup>({
    name: 'startup script',
    what: () => 'the startup script',
    lasts: true,
    access: () => 'danger',
    read: () => startup.contents(),
    same: (a, b) => a.enabled === b.enabled && a.disabled === b.disabled,
    set: async ({ context }, { isAccepted, ...contents }) => {
      const old = await startup.contents();
      const back = { ...old, isAccepted: await startup.mayRunAgain(old.enabled) };
      await startup.restore(contents, isAccepted === true ? context.principal : undefined);
      updated('startup.cs');
      return back;
    },
    show: ({ enabled, disabled }) => (enabled !== null ? 'enabled' : disabled !== null ? 'disabled' : 'none'),
  });
  return [
    kit.reading({
      name: 'ReadConsoleScript',
      title: 'Read a script',
      description: 'Reads a script. The resource unity://console/scripts lists them.',
      input: readScript,
      output: dto.scriptFile,
      run: async ({ path, offset }, { answerBytes }) =>
        scriptPart(await scripts.read(path), offset, answerBytes),
    }),
    kit.reading({
      name: 'GetStartupScript',
      title: 'Read the startup script',
      description: 'Returns the script that runs when the engine starts.',
      input: z.object({ offset: readScript.shape.offset }),
      output: {
        ok: z.boolean(),
        enabled: z.boolean(),
        path: z.string(),
        content: z.string().optional(),
        Truncated: z.boolean().optional(),
        NextOffset: z.number().optional(),
      },
      run: ({ offset }, { answerBytes }) => startup.get(offset, answerBytes),
    }),
    kit.writing({
      name: 'ConsoleEval',
      title: 'Run code',
      description: `Runs code that can use the scene, and returns its result. ${LANGUAGE}`,
      evaluates: true,
      destructive: true,
      input: z.object({ code: z.string().min(1).max(MAX_SCRIPT_BYTES), confirm }),
      output: ran,
      final: UNKNOWN,
      plan: ({ code }) => plan(code),
      run: ({ code }, write, { answerBytes }) => run(write, answerBytes, code),
    }),
    kit.writing({
      name: 'WriteConsoleScript',
      withoutEngine: true,
      title: 'Write a script',
      description: 'Writes or replaces a script of at most 256 KB.',
      destructive: true,
      idempotent: true,
      accessOf,
      raises,
      input: z.object({ path: scriptPath, content: z.string().max(MAX_CONTENT), confirm }),
      output: dto.written,
      prepare: async ({ path }) => ({ before: await scripts.find(path), old: await contentNow(path) }),
      question: ({ path }, { before }) => `${before === null ? 'Create' : 'Replace'} the script ${path}?`,
      plan: ({ path, content }, { before, old }) => {
        const after = { Path: before?.Path ?? scripts.pathOf(path), SizeBytes: bytesOf(content).length };
        return withContent({ before, after }, old, content, path);
      },
      run: async ({ path, content }, write, { principal }, { before, old }) => {
        const accepted = await startup.mayRunAgain(old);
        await scripts.write(path, content);
        if (ofStartup(path)) await startup.acceptWritten(content, principal);
        updated(path);
        const now = (await scripts.read(path)).Content;
        const values = { before, after: await scripts.find(path) };
        const written = bytesOf(content).toString();
        const from = { content: now, isAccepted: now === written };
        const undo = scriptStep({ path }, { from, to: { content: old, isAccepted: accepted } });
        return write.done('the script', now === written, values, undo);
      },
    }),
    kit.writing({
      name: 'DeleteConsoleScript',
      withoutEngine: true,
      title: 'Delete a script',
      description: 'Deletes a script.',
      destructive: true,
      accessOf,
      raises: raises.map(raised => ({ ...raised, example: { path: 'startup.cs' } })),
      input: z.object({ path: scriptPath, confirm }),
      output: dto.written,
      prepare: async ({ path }) => {
        const { Content, Truncated } = await scripts.read(path);
        return { before: await scripts.find(path), old: Truncated ? undefined : Content };
      },
      final: (_, { old }) => (old === undefined ? 'the script is too large to be kept.' : undefined),
      mayAsk: (_, { old }) => old === undefined,
      question: ({ path }) => `Delete the script ${path}?`,
      plan: ({ path }, { before }) => ({
        before,
        after: null,
        items: whole('removes', `the script ${path}`),
      }),
      run: async ({ path }, write, _, { before, old }) => {
        const accepted = old !== undefined && (await startup.mayRunAgain(old));
        await scripts.delete(path);
        updated(path);
        const after = await scripts.find(path);
        const values = { from: { content: null }, to: { content: old ?? null, isAccepted: accepted } };
        const undo = old === undefined ? undefined : scriptStep({ path }, values);
        return write.done('the script', after === null, { asked: null, before, after }, undo);
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
      final: UNKNOWN,
      prepare: async ({ path }) => contentOf(await scripts.read(path)),
      shows: prepared => prepared,
      plan: (_, { name, content }) => ofScript('WriteConsoleScript', plan(content, name)),
      run: (_, write, { answerBytes }, { name, content }) =>
        ofScript('WriteConsoleScript', run(write, answerBytes, content, name)),
    }),
    kit.writing({
      name: 'SetStartupScriptEnabled',
      withoutEngine: true,
      title: 'Switch the startup script',
      description: 'Enables or disables the startup script.',
      idempotent: true,
      accessOf: ({ enabled }) => (enabled ? 'danger' : 'write'),
      raises: [{ access: 'danger', when: 'enabled is true', example: { enabled: true } }],
      input: z.object({ enabled: z.boolean(), confirm }),
      output: dto.written,
      prepare: async ({ enabled }) => {
        const file = enabled ? await startup.read() : undefined;
        return { before: await startup.state(), shown: file === undefined ? undefined : contentOf(file) };
      },
      shows: ({ shown }) => shown ?? {},
      question: ({ enabled }) =>
        `${enabled ? 'Enable the startup script, which runs with each start of the engine' : 'Disable the startup script'}?`,
      plan: async ({ enabled }, { before }) => {
        await startup.requireSwitch(enabled);
        const after = enabled ? 'enabled' : 'disabled';
        return { before, after, items: changed('the startup script', before, after, 'overwrites') };
      },
      run: async ({ enabled }, write, { principal }, { before, shown }) => {
        if (enabled) await startup.enable(shown?.content ?? '', principal);
        else await startup.disable();
        updated('startup.cs');
        const [asked, after] = [enabled ? 'enabled' : 'disabled', await startup.state()];
        const undo = switchStep({}, { from: after, to: before });
        return write.done('the startup script', after === asked, { asked, before, after }, undo);
      },
    }),
    kit.writing({
      name: 'WriteStartupScript',
      withoutEngine: true,
      title: 'Write the startup script',
      description:
        'Writes and enables the startup script, which runs when the engine starts, if enableConsoleEval is on.',
      danger: true,
      destructive: true,
      idempotent: true,
      input: z.object({ content: z.string().max(MAX_CONTENT), confirm }),
      output: dto.written,
      question: () => 'Write the startup script, which runs with each start of the engine?',
      plan: async ({ content }) => {
        const { enabled, disabled } = await startup.contents();
        const [before, after] = [await startup.state(), 'enabled'];
        // A new one is added with its content.
        const items = before === 'none' ? [] : changed('the startup script', before, after);
        return withContent({ before, after, items }, enabled ?? disabled, content, 'the startup script');
      },
      run: async ({ content }, write, { principal }) => {
        const [before, old] = [await startup.state(), await startup.contents()];
        const accepted = await startup.mayRunAgain(old.enabled);
        await startup.write(content, principal);
        updated('startup.cs');
        const now = await startup.contents();
        const written = bytesOf(content).toString();
        const from = { ...now, isAccepted: now.enabled === written };
        const undo = startupStep({}, { from, to: { ...old, isAccepted: accepted } });
        const values = { before, after: await startup.state() };
        return write.done('the startup script', now.enabled === written, values, undo);
      },
    }),
    kit.writing({
      name: 'RunStartupScript',
      title: 'Run the startup script',
      description: 'Runs the startup script now, even if it is disabled, and returns its result.',
      evaluates: true,
      destructive: true,
      input: z.object({ confirm }),
      output: { ...ran, path: z.string() },
      prepare: async () => {
        const file = await startup.read();
        if (file !== undefined) return { path: file.Path, ...contentOf(file) };
        throw new WorldError('NotFound', 'There is no startup script.', 'WriteStartupScript creates one.');
      },
      final: UNKNOWN,
      shows: prepared => prepared,
      plan: (_, { name, content, path }) => ofScript('WriteStartupScript', plan(content, name, { path })),
      run: async (_, write, { answerBytes }, { name, content, path }) => {
        return { ...(await ofScript('WriteStartupScript', run(write, answerBytes, content, name))), path };
      },
    }),
  ];
}
