import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { type Journal, MemoryJournal } from '@worldwire/journal';
import type { Log, ServedWorld } from '@worldwire/server';
import type { UnrealSource } from '@worldwire/unreal';
import { Problem } from '../errors/problem.js';
import { openStore } from '../storage/store.js';
import { DEFAULT_EDITOR, type UnrealSettings } from './unreal.js';
import type { WorldOptions } from './world-entry.js';

const PROBE_MS = 500;

type Unreal = typeof import('@worldwire/unreal');

type Options = WorldOptions<UnrealSettings>;

/** Opens the Unreal world over a running editor, the files of a project, or else the sample. */
export async function openUnrealWorld(options: Options, log: Log): Promise<ServedWorld> {
  const unreal = await import('@worldwire/unreal');
  const { sources, target } = await openSources(unreal, options, log);
  const journal = await openJournal(target, options);
  const { offersPrompt, principalPercent, confirmAbove } = options;
  const { world, templates } = await unreal.openUnreal({
    sources,
    journal,
    log,
    now: Date.now,
    principalPercent,
    confirmAbove,
  });
  const offered = templates.filter(({ name }) => offersPrompt(name));
  return {
    world,
    dialect: unreal.unrealDialect(() => offered),
    notReady: () => reasonNotReady(sources),
  };
}

/** The world is ready while one of its sources is: the files of a project answer when the editor does not. */
function reasonNotReady(sources: readonly UnrealSource[]): string | undefined {
  const away = sources.every(({ state: { status } }) => status === 'gone' || status === 'connecting');
  if (!away) return undefined;
  const [{ provenance, state }] = sources as readonly [UnrealSource];
  const { status, reason } = state;
  const which = provenance === 'sample' ? 'sample' : 'editor';
  return `the ${which} is ${status}${reason === undefined ? '' : `: ${reason}`}`;
}

/** A journal for each project and each editor, which makes retries of writes idempotent. Writes to the sample end with the process. */
async function openJournal(target: string | undefined, { store, data }: Options): Promise<Journal> {
  if (target === undefined || store === 'memory') return new MemoryJournal();
  // Not in a database: the project is on this machine.
  return openStore('sqlite', unrealFile(data, target));
}

/** The journal of a project or an editor. */
export function unrealFile(data: string, target: string): string {
  const name = createHash('sha256').update(target).digest('hex').slice(0, 12);
  return join(data, `unreal-${name}.sqlite`);
}

interface OpenSources {
  readonly sources: readonly UnrealSource[];
  /** The project or the editor; undefined for the sample. */
  readonly target?: string;
}

async function openSources(
  unreal: Unreal,
  { data, own: { editor, passphrase, project } }: Options,
  log: Log,
): Promise<OpenSources> {
  const sources: UnrealSource[] = [];
  const url = editor ?? ((await answers(DEFAULT_EDITOR)) ? DEFAULT_EDITOR : undefined);
  if (url !== undefined) {
    sources.push(
      unreal.openEditor({
        url,
        fetch,
        now: Date.now,
        log,
        ...(passphrase !== undefined && { passphrase }),
        ...(project !== undefined && { projectFolder: folderOf(project) }),
      }),
    );
  }
  if (project !== undefined) sources.push(await openProject(unreal, project, data, log));
  const target = project ?? url;
  if (target !== undefined) return { sources, target };
  return { sources: [unreal.openSample({ now: Date.now })] };
}

async function openProject(unreal: Unreal, folder: string, data: string, log: Log): Promise<UnrealSource> {
  try {
    const cacheFolder = join(data, 'unreal', 'index');
    return await unreal.openProject({ folder, log, now: Date.now, cacheFolder });
  } catch (thrown) {
    if (!(thrown instanceof unreal.UnrealError)) throw thrown;
    throw Problem.refusal('project', `--project ${folder}: ${thrown.message} ${thrown.enable ?? ''}`.trim());
  }
}

function folderOf(project: string): string {
  return project.endsWith('.uproject') ? dirname(project) : project;
}

/** Whether an editor answers, and not another program. */
async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/remote/info`, {
      signal: AbortSignal.timeout(PROBE_MS),
      redirect: 'error',
    });
    const info = (await response.json()) as { HttpRoutes?: unknown };
    return response.ok && Array.isArray(info.HttpRoutes);
  } catch {
    return false;
  }
}
