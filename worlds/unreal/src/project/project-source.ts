import type { Log } from '@worldwire/server';
import { Emitter } from '@worldwire/server/kit';
import { logPrint } from '../files/log-file.js';
import { unreadable } from '../files/unreadable.js';
import type { OperationName, ParamsOf, ResultOf } from '../port/operations.js';
import { UnrealError } from '../port/unreal-error.js';
import type { CallOptions, SourceEvent, SourceState, UnrealSource } from '../port/unreal-source.js';
import { Poller } from '../work/poller.js';
import { reportsChanges } from './index/folder-watch.js';
import { indexFile } from './index/index-file.js';
import { type IndexChanges, PackageIndex } from './index/package-index.js';
import { findProject, type ProjectFolder } from './project-folder.js';
import { ProjectOperations } from './project-operations.js';
import { projectPrint } from './project-print.js';
import { FactsReader } from './read/package-facts.js';
import { WatchedPaths } from './watched-paths.js';

export interface ProjectOptions {
  /** The folder of the project, or its .uproject file. */
  readonly folder: string;
  readonly log: Log;
  readonly now: () => number;
  /** Keeps the index of packages for the next process. */
  readonly cacheFolder?: string;
}

/** Opens the folder of an Unreal project. Files are read on demand and never written. */
export async function openProject(options: ProjectOptions): Promise<ProjectSource> {
  return new ProjectSource(await findProject(options.folder), options);
}

/** Interval for watched files where the system does not report changes. */
const POLL_MS = 2_000;

export class ProjectSource implements UnrealSource {
  readonly provenance = 'disk';
  readonly state: SourceState;
  readonly #log: Log;
  readonly #index: PackageIndex;
  readonly #operations: ProjectOperations;
  readonly #events = new Emitter<SourceEvent>();
  readonly #watched = new WatchedPaths();
  /** The log, and the descriptor with the settings. */
  readonly #pollers: Readonly<Record<'log' | 'project', Poller>>;
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #polling = false;

  constructor(project: ProjectFolder, { log, now, cacheFolder }: Omit<ProjectOptions, 'folder'>) {
    this.state = { status: 'ready', since: new Date(now()).toISOString() };
    this.#log = log;
    const facts = new FactsReader();
    this.#index = new PackageIndex({
      root: project.root,
      log,
      read: (file, path, size) => facts.read(file, path, size),
      reportsChanges,
      file: cacheFolder === undefined ? undefined : indexFile(cacheFolder, project.root),
      changed: changes => this.#changed(changes),
    });
    const poller = (kind: 'log' | 'project', print: () => Promise<string>, remembers: boolean) =>
      new Poller({
        print,
        remembers,
        changed: () => this.#events.emit({ kind }),
        failed: thrown => log.warn({ reason: thrown.message }, `changes of the ${kind} cannot be detected`),
      });
    this.#pollers = {
      log: poller('log', () => logPrint(project.root), false),
      project: poller('project', () => projectPrint(project), true),
    };
    // A client that read the description gets every later change.
    const describing = () => this.#pollers.project.poll();
    this.#operations = new ProjectOperations(project, this.#index, log, describing);
  }

  async call<Name extends OperationName>(
    name: Name,
    params: ParamsOf<Name>,
    { signal, deadline, progress }: CallOptions,
  ): Promise<ResultOf<Name>> {
    if (this.#closing.signal.aborted) throw closed();
    signal.throwIfAborted();
    const late = new AbortController();
    const timer =
      deadline === undefined ? undefined : setTimeout(() => late.abort(overdue(name, deadline)), deadline);
    const all = AbortSignal.any([signal, this.#closing.signal, late.signal]);
    try {
      return await this.#operations.run(name, params, { signal: all, ...(progress && { progress }) });
    } catch (thrown) {
      throw unreadable('The folder of the project', thrown) ?? thrown;
    } finally {
      clearTimeout(timer);
    }
  }

  listen(listener: (event: SourceEvent) => void): () => void {
    return this.#events.subscribe(listener);
  }

  /** An asset, an actor, "log" or "project". */
  watch(path: string): () => void {
    if (this.#closing.signal.aborted) return () => undefined;
    if (path === 'log' || path === 'project') return this.#pollers[path].watch();
    const stop = this.#watched.add(path);
    // A change is a difference from a known state.
    this.#catchUp();
    this.#timer ??= setInterval(() => this.#poll(), POLL_MS).unref();
    return () => {
      stop();
      if (this.#watched.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  async close(): Promise<void> {
    this.#closing.abort(closed());
    clearInterval(this.#timer);
    for (const poller of Object.values(this.#pollers)) poller.close();
    this.#events.clear();
    await this.#index.close();
  }

  #changed({ paths, members }: IndexChanges): void {
    for (const path of paths) {
      this.#events.emit({ kind: 'asset', path });
      const level = this.#index.catalogue.find(path)?.level;
      for (const package_ of level === undefined ? [path] : [path, level]) {
        for (const actor of this.#watched.actorsIn(package_))
          this.#events.emit({ kind: 'actor', path: actor });
      }
    }
    if (members) this.#events.emit({ kind: 'assets' });
  }

  /** For file systems that do not report changes. */
  #poll(): void {
    // A slow disk may take longer than the interval.
    if (this.#index.isWatching || this.#polling) return;
    this.#polling = true;
    this.#index
      .look(this.#watched.packages())
      .catch((thrown: Error) => {
        this.#log.warn({ reason: thrown.message }, 'watched packages cannot be checked');
      })
      .finally(() => {
        this.#polling = false;
      });
  }

  #catchUp(): void {
    this.#index.refresh(this.#closing.signal).catch((thrown: Error) => {
      if (this.#closing.signal.aborted) return;
      this.#log.warn({ reason: thrown.message }, 'watched packages cannot be checked');
    });
  }
}

function closed(): UnrealError {
  return new UnrealError('gone', 'The project was closed.');
}

function overdue(name: string, deadline: number): UnrealError {
  return new UnrealError('timeout', `${name} took longer than ${deadline} ms.`);
}
