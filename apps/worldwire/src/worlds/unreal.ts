import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { type Journal, MemoryJournal } from '@worldwire/journal';
import type { Log } from '@worldwire/server';
import type { UnrealSource } from '@worldwire/unreal';
import { Problem } from '../errors/problem.js';
import { offers } from '../settings/features.js';
import { openStore } from '../storage/store.js';
import type { LoadedWorld, WorldOptions } from './world-list.js';

/** Where an editor is unless somebody says otherwise. */
export const USUAL_EDITOR = 'http://127.0.0.1:30010';
const LOOK_MS = 500;

type Unreal = typeof import('@worldwire/unreal');

/** Opens the Unreal world over what there is: a running editor, the files of a project, or else the sample. */
export async function loadUnreal(options: WorldOptions, log: Log): Promise<LoadedWorld> {
  const unreal = await import('@worldwire/unreal');
  const { sources, target } = await openSources(unreal, options, log);
  const journal = await openJournal(target, options);
  const { world, templates } = await unreal.openUnreal({
    sources,
    journal,
    log,
    now: Date.now,
    mayEvaluate: options.grants.eval && !options.grants.readOnly,
  });
  const wanted = offers(options.features.prompts);
  const offered = templates.filter(({ name }) => wanted(name));
  return {
    world,
    dialect: unreal.unrealDialect(() => offered),
    notReady: () => reasonNotReady(sources),
  };
}

/** An editor that is away is no reason while the files of the project answer in its place. */
function reasonNotReady(sources: readonly UnrealSource[]): string | undefined {
  const away = sources.every(({ state: { status } }) => status === 'gone' || status === 'connecting');
  if (!away) return undefined;
  const [{ provenance, state }] = sources as readonly [UnrealSource];
  const { status, reason } = state;
  const which = provenance === 'sample' ? 'sample' : 'editor';
  return `the ${which} is ${status}${reason === undefined ? '' : `: ${reason}`}`;
}

/**
 * Each project and each editor has a journal of its own, by which retries of its writes are known. The sample is gone with
 * the process, and so is what was done to it: a journal that outlives it would tell of changes that are not there.
 */
async function openJournal(target: string | undefined, { store, data }: WorldOptions): Promise<Journal> {
  if (target === undefined || store === 'memory') return new MemoryJournal();
  // It is of this machine's project, and short: it needs no database to be shared.
  return openStore('sqlite', unrealFile(data, target));
}

/** Where the journal of a project or an editor is. */
export function unrealFile(data: string, target: string): string {
  const name = createHash('sha256').update(target).digest('hex').slice(0, 12);
  return join(data, `unreal-${name}.sqlite`);
}

interface OpenSources {
  readonly sources: readonly UnrealSource[];
  /** What they lead to: the project or the editor; nothing that lasts where it is the sample. */
  readonly target?: string;
}

async function openSources(
  unreal: Unreal,
  { data, unreal: { editor, passphrase, project } }: WorldOptions,
  log: Log,
): Promise<OpenSources> {
  const sources: UnrealSource[] = [];
  const url = editor ?? ((await answers(USUAL_EDITOR)) ? USUAL_EDITOR : undefined);
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

/** Whether an editor is where it usually is. Something else there is none. */
async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/remote/info`, {
      signal: AbortSignal.timeout(LOOK_MS),
      redirect: 'error',
    });
    const info = (await response.json()) as { HttpRoutes?: unknown };
    return response.ok && Array.isArray(info.HttpRoutes);
  } catch {
    return false;
  }
}
