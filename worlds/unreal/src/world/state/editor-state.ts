import { WorldError } from '@worldwire/server';
import type { WriteLog } from '@worldwire/writes';
import type { CallOptions, Gate, Provenance, SourceState, UnrealSource } from '../../port/unreal-source.js';
import type { Answer, Sources } from '../sources/sources.js';

export interface EditorState {
  readonly provenance: Provenance;
  /** Of the journal of writes. */
  readonly revision: number;
  readonly project?: { readonly name: string; readonly engineVersion?: string };
  /** The open level of the leading source. */
  readonly level?: string;
  readonly sources: readonly (SourceState & {
    readonly provenance: Provenance;
    readonly gates?: readonly Gate[];
  })[];
  /** What is unknown, or was answered by another source, with the reason. */
  readonly notes?: readonly string[];
}

/** The connected sources, the project and the open level. Errors become notes. */
export async function editorState(
  sources: Sources,
  log: WriteLog,
  options: CallOptions,
): Promise<EditorState> {
  const notes: string[] = [];
  const known = async <Value>(work: Promise<Answer<Value>>): Promise<Answer<Value> | undefined> => {
    try {
      const answer = await work;
      if (answer.note !== undefined) notes.push(answer.note);
      return answer;
    } catch (thrown) {
      if (!(thrown instanceof WorldError)) throw thrown;
      notes.push([thrown.message, thrown.hint].filter(Boolean).join(' '));
      return undefined;
    }
  };
  // A connecting editor leads after its first answer.
  const project = await known(sources.read('project.describe', {}, options));
  notes.push(...(project?.value.hidden ?? []));
  const { provenance } = sources.leading;
  const [levels, revision] = await Promise.all([
    // Files have no open level, and a list would scan every package.
    provenance === 'disk' ? undefined : known(sources.read('level.list', {}, options)),
    log.revision(),
  ]);
  // Only the open level of the leading source counts.
  const open = levels?.provenance === provenance && levels.value.find(level => level.open)?.path;
  return {
    provenance,
    revision,
    ...(project !== undefined && { project: nameOf(project.value) }),
    ...(open && { level: open }),
    sources: sources.all.map(describe),
    ...(notes.length > 0 && { notes: [...new Set(notes)] }),
  };
}

function nameOf({ name, engineVersion }: { readonly name: string; readonly engineVersion?: string }) {
  return { name, ...(engineVersion !== undefined && { engineVersion }) };
}

function describe({ provenance, state, gates }: UnrealSource): EditorState['sources'][number] {
  return { provenance, ...state, ...(gates !== undefined && { gates }) };
}
