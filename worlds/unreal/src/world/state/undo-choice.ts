import type { Entry } from '@worldwire/journal';
import type { JsonObject } from '@worldwire/protocol';
import { WorldError } from '@worldwire/server';
import { undoLine } from '@worldwire/server/kit';
import { unwrapReference } from '../../port/object-path.js';
import type { Provenance } from '../../port/unreal-source.js';
import { isInside, objectOf, type Undo, type UndoStep } from './undo-step.js';
import { outcomeIn, stepOf, type WriteLog } from './write-log.js';

/** Entries of the journal that one call looks at: two for each write. */
const MAX_ENTRIES = 2_000;
const MAX_STEPS = 50;
const JOURNAL = 'unreal://journal lists the writes with their revisions.';

export interface UndoRequest {
  readonly revision?: number | undefined;
  /** All writes after this revision. */
  readonly since?: number | undefined;
  /** Only those of this principal. */
  readonly principal?: string | undefined;
  readonly provenance: Provenance;
}

/** A step with the write that it takes back. */
export interface ChosenStep {
  readonly revision: number;
  readonly tool: string;
  readonly step: UndoStep;
  /** A later write to the same actor that is not undone, for the undo of a spawn. */
  readonly later?: string;
}

export interface SkippedWrite {
  readonly revision: number;
  readonly tool: string;
  readonly reason: string;
}

export interface UndoChoice {
  /** Newest first. */
  readonly steps: readonly ChosenStep[];
  readonly skipped: readonly SkippedWrite[];
  /** Whether older writes are left for another call. */
  readonly more: boolean;
}

/** A write in the journal that has an effect: it was done. */
interface DoneWrite {
  readonly revision: number;
  readonly tool: string;
  readonly principal: string;
  readonly provenance: Provenance;
  readonly object: string;
  readonly undo: Undo;
  /** The revisions that an undo_write undid. */
  readonly undid: readonly number[];
}

/** The steps that undo one write, or all writes after a revision. */
export async function chooseUndo(log: WriteLog, request: UndoRequest): Promise<UndoChoice> {
  const { revision, since } = request;
  if (revision !== undefined) return chooseOne(log, revision, request);
  const { writes, isComplete } = await doneAfter(log, since as number);
  if (!isComplete) {
    throw new WorldError(
      'InvalidArgument',
      `More than ${MAX_ENTRIES} entries of the journal are newer than revision ${since}.`,
      `Undo the newest writes first, with a larger since. ${JOURNAL}`,
    );
  }
  return chooseSince(effective(writes).alive, since as number, request);
}

async function chooseOne(log: WriteLog, revision: number, request: UndoRequest): Promise<UndoChoice> {
  const entry = await outcomeEntry(log, revision);
  const { outcome } = outcomeIn(entry);
  const { tool } = stepOf(entry);
  const named = `Revision ${entry.revision} (${tool})`;
  if (outcome !== 'done') {
    const state = outcome === 'failed' ? 'changed nothing: it failed' : 'may not have been done';
    throw new WorldError(
      'InvalidArgument',
      `${named} ${state}.`,
      `get_property reads the current value. ${JOURNAL}`,
    );
  }
  const write = doneWrite(entry);
  requireSource(write, request.provenance);
  const { writes } = await doneAfter(log, entry.revision);
  const { alive, undoneBy } = effective(writes);
  const by = undoneBy.get(entry.revision);
  if (by !== undefined) {
    throw new WorldError(
      'Conflict',
      `${named} was undone by revision ${by}.`,
      `${undoLine('undo_write', { revision: by })} does it again.`,
    );
  }
  if ('none' in write.undo) {
    throw new WorldError(
      'InvalidArgument',
      `${named} cannot be undone. ${write.undo.none}`,
      'get_property or get_actor reads the current value; write the one you want.',
    );
  }
  const steps = write.undo.steps.map(step => ({ ...head(write), step, ...laterThan(step, alive) }));
  return { steps, skipped: [], more: false };
}

function chooseSince(alive: readonly DoneWrite[], since: number, request: UndoRequest): UndoChoice {
  const { principal, provenance } = request;
  const wanted = alive.filter(write => principal === undefined || write.principal === principal);
  const others = alive.filter(write => !wanted.includes(write));
  const vanished = spawnedAndDestroyed(wanted);
  const steps: ChosenStep[] = [];
  const skipped: SkippedWrite[] = [];
  for (const [index, write] of wanted.entries()) {
    const { undo } = write;
    const skip = (reason: string) => skipped.push({ ...head(write), reason });
    if (write.provenance !== provenance) skip(`It changed the source "${write.provenance}".`);
    else if (vanished.has(write)) skip('Its actor was spawned and destroyed since then.');
    else if ('none' in undo) skip(undo.none);
    else {
      const own = undo.steps.filter(({ of }) => of === undefined || of <= since);
      const newer = others.filter(({ revision }) => revision > write.revision);
      steps.push(...own.map(step => ({ ...head(write), step, ...laterThan(step, newer) })));
    }
    const isLast = index === wanted.length - 1;
    // The actors of another level can be read and changed only when it is open.
    const opens = steps.at(-1)?.step.call.write === 'level.open';
    if (!isLast && (opens || steps.length >= MAX_STEPS)) return { steps, skipped, more: true };
  }
  return { steps, skipped, more: false };
}

/** The entry with the outcome, also where the revision is that of the intent. */
async function outcomeEntry(log: WriteLog, revision: number): Promise<Entry> {
  const entry = await log.entry(revision);
  if (entry === undefined) {
    const newest = await log.revision();
    throw new WorldError(
      'NotFound',
      `The journal has no revision ${revision}; the newest is ${newest}.`,
      JOURNAL,
    );
  }
  if (stepOf(entry).step === 'outcome') return entry;
  const outcome = await log.outcomeOf(entry.principal, revision);
  const found = outcome && (await log.entry(outcome.revision));
  if (found !== undefined) return found;
  throw new WorldError(
    'Conflict',
    `It is unknown whether revision ${revision} (${stepOf(entry).tool}) was done.`,
    'get_property or get_actor reads the current value; write the one you want.',
  );
}

/** The writes that were done after a revision, newest first. */
async function doneAfter(
  log: WriteLog,
  after: number,
): Promise<{ readonly writes: readonly DoneWrite[]; readonly isComplete: boolean }> {
  const writes: DoneWrite[] = [];
  let before: number | undefined;
  for (let seen = 0; seen < MAX_ENTRIES; ) {
    const page = await log.readBack(before, MAX_ENTRIES - seen);
    for (const entry of page) {
      if (entry.revision <= after) return { writes, isComplete: true };
      if (stepOf(entry).step === 'outcome' && outcomeIn(entry).outcome === 'done')
        writes.push(doneWrite(entry));
      before = entry.revision;
    }
    if (page.length === 0 || before === 1) return { writes, isComplete: true };
    seen += page.length;
  }
  return { writes, isComplete: before === after + 1 };
}

/** An undo is newer than what it undoes, so that one pass from the newest finds what is still in effect. */
function effective(writes: readonly DoneWrite[]): {
  readonly alive: readonly DoneWrite[];
  readonly undoneBy: ReadonlyMap<number, number>;
} {
  const undoneBy = new Map<number, number>();
  const alive: DoneWrite[] = [];
  for (const write of writes) {
    if (undoneBy.has(write.revision)) continue;
    alive.push(write);
    for (const revision of write.undid) undoneBy.set(revision, write.revision);
  }
  return { alive, undoneBy };
}

function doneWrite(entry: Entry): DoneWrite {
  const { provenance, answer, undo } = outcomeIn(entry);
  const { tool, arguments: args } = stepOf(entry);
  const { object, path } = (typeof args === 'object' && args !== null ? args : {}) as JsonObject;
  const undone = tool === 'undo_write' ? (answer?.undone as { revision: number }[] | undefined) : undefined;
  return {
    revision: entry.revision,
    tool,
    principal: entry.principal,
    provenance,
    object: unwrapReference(String(object ?? path ?? '').trim()),
    undo: undo ?? { none: 'Not possible: the journal has no values for it.' },
    undid: undone?.map(({ revision }) => revision) ?? [],
  };
}

/** Writes to actors that were spawned and later destroyed among these writes: nothing of them is left to undo. */
function spawnedAndDestroyed(writes: readonly DoneWrite[]): ReadonlySet<DoneWrite> {
  const gone = new Set<DoneWrite>();
  const lives = new Map<string, DoneWrite[]>();
  for (const write of writes.toReversed()) {
    const spawned = spawnedPath(write);
    if (spawned !== undefined) lives.set(spawned, []);
    for (const [path, life] of lives) {
      if (path !== spawned && !isInside(write.object, path)) continue;
      life.push(write);
      if (write.tool !== 'destroy_actor') continue;
      for (const each of life) gone.add(each);
      lives.delete(path);
    }
  }
  return gone;
}

function spawnedPath({ tool, undo }: DoneWrite): string | undefined {
  if (tool !== 'spawn_actor' || 'none' in undo) return undefined;
  const [step] = undo.steps;
  return step && objectOf(step.call);
}

function laterThan({ call }: UndoStep, newer: readonly DoneWrite[]): { readonly later?: string } {
  if (call.write !== 'actor.destroy') return {};
  const found = newer.find(({ object }) => isInside(object, call.params.path));
  return found === undefined
    ? {}
    : { later: `revision ${found.revision} (${found.tool} by ${found.principal})` };
}

function requireSource({ revision, tool, provenance }: DoneWrite, writer: Provenance): void {
  if (provenance === writer) return;
  throw new WorldError(
    'Conflict',
    `Revision ${revision} (${tool}) changed the source "${provenance}", and writes go to "${writer}" now.`,
    'get_editor_state reports the connected sources.',
  );
}

function head({ revision, tool }: DoneWrite): Pick<DoneWrite, 'revision' | 'tool'> {
  return { revision, tool };
}
