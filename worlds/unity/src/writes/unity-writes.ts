import type { Engine } from '@worldwire/engine';
import { type Journal, MemoryJournal } from '@worldwire/journal';
import { type Context, undoLine, WorldError } from '@worldwire/server';
import { cutText } from '@worldwire/server/kit';
import { type Stale, WriteLog, Writes, type WriteTarget } from '@worldwire/writes';
import { bounded } from './bounded.js';
import { changeOf } from './entries.js';
import { instanceOf } from './instance.js';

/** Characters of the log of one engine in memory. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
const MAX_CHANGES = 10;
const MAX_SUBJECT = 120;
/** The log of writes before an engine has a name. */
const HOME = 'unity';

export type UnityWrites = Writes<WriteTarget>;

export interface UnityWritesParts {
  readonly journal: Journal | undefined;
  readonly engine: Engine;
  /** Undefined until an engine links, and for the embedded scene. */
  readonly engineName: () => string | undefined;
  readonly date: () => number;
  readonly confirmAbove: number | undefined;
  /** Whether the turn of a call is for the most part a wait. */
  readonly waits: (context: Context) => boolean;
}

/** The writes to one engine, with a log of its own. Those without a guard run at the same time. */
export function unityWrites(parts: UnityWritesParts): UnityWrites {
  const { journal, engine, engineName, date, confirmAbove, waits } = parts;
  let id: string | undefined;
  // The first engine may link after a script was written.
  const logId = () => {
    const name = engineName();
    if (name !== undefined) id ??= `${HOME}:${name}`;
    return id ?? HOME;
  };
  const log: WriteLog = new WriteLog({
    journal: journal ?? new MemoryJournal({ maxCharacters: MAX_CHARACTERS }),
    id: logId,
    name: 'Writes to a scene',
    names: {
      ...{ list: 'ListJournal', undo: 'UndoWrite', id: 'id', read: 'ReadComponentMember or GetObject' },
      named: ({ tool, revision }) => `${tool} (entry ${revision})`,
    },
    now: date,
    kept: args => bounded(args) as typeof args,
    stale: stale => staleError(stale, writes),
  });
  const writes: UnityWrites = new Writes<WriteTarget>({
    log,
    observer: {
      writeStarted: () => {
        id ??= logId();
      },
      writeEnded: () => {},
    },
    // Around the turn, and not within it: others wait for the turn.
    turn: (context, work) => (waits(context) ? context.waiting(work()) : work()),
    isParallel: true,
    keepsRefusals: true,
    confirmAbove,
    target: () => ({ provenance: instanceOf(engine) }),
    // A call that is not allowed leaves its key unused.
    failure: thrown =>
      thrown instanceof WorldError && thrown.kind !== 'PermissionDenied'
        ? { error: thrown, unsure: false }
        : undefined,
    undoText: (undo, revision) =>
      'none' in undo ? `none: ${undo.none}` : undoLine('UndoWrite', { id: revision }),
  });
  return writes;
}

/** The error has what changed since. */
function staleError({ expected, revision, entries }: Stale, writes: UnityWrites): WorldError {
  if (expected > revision) {
    return new WorldError(
      'Conflict',
      `ifRevision is ${expected}, and the newest revision is ${revision}. Revisions begin at 0 with the first write.`,
      `Read the scene again, and send ifRevision: ${revision}.`,
    );
  }
  const changes = entries.flatMap(entry => changeOf(entry, writes) ?? []);
  const listed = changes
    .slice(0, MAX_CHANGES)
    .map(each => ({ ...each, subject: cutText(each.subject, MAX_SUBJECT) }));
  const more = changes.length - listed.length;
  const texts = listed.map(({ id, tool, subject }) => `${id} ${tool} ${subject}`.trim());
  return new WorldError(
    'Conflict',
    `ifRevision is ${expected}, and the scene is at revision ${revision}. Changed since: ${texts.join('; ')}` +
      `${more > 0 ? `; and ${more} more` : ''}. Nothing was changed.`,
    `Read what these writes changed (ListJournal {"since":${expected}}), and send ifRevision: ${revision}.`,
    { revision, changes: listed, total: changes.length },
  );
}
