import type { EngineEntry } from './engine-set.js';

export interface EngineFacts {
  readonly name: string;
  /** The program, such as Godot. */
  readonly engine: string;
  readonly version: string;
  readonly project: string;
  readonly role: string;
  /** Of the link: waiting, linked, busy, lost or back. */
  readonly state: string;
  readonly since: string;
  readonly reason?: string;
  readonly process: number;
}

/** What clients get to know of an engine. */
export function factsOf({ name = 'none', engine }: EngineEntry): EngineFacts {
  const { link, process } = engine;
  const { status, since, reason } = link ?? engine.state;
  const about = link?.engine;
  return {
    name,
    engine: about?.name ?? (link === undefined ? 'embedded' : 'none'),
    version: about?.version ?? '',
    project: about?.project ?? '',
    role: about?.role ?? 'game',
    state: status,
    since,
    ...(reason !== undefined && { reason }),
    process,
  };
}

/** Without what changes often. */
export function shortFacts(
  entry: EngineEntry,
): Pick<EngineFacts, 'name' | 'engine' | 'version' | 'project' | 'role' | 'state'> {
  const { name, engine, version, project, role, state } = factsOf(entry);
  return { name, engine, version, project, role, state };
}

/** One line for errors. */
export function lineOf(entry: EngineEntry): string {
  const { name, engine, version, project, role, state } = shortFacts(entry);
  return entry.name === undefined
    ? 'none has linked yet'
    : `${name} (${engine} ${version}, ${project}, ${role}, ${state})`;
}
