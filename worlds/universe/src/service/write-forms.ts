import type { Entry, Head, Journal } from '@worldwire/journal';
import {
  type CommandRefused,
  type Compound,
  type CompoundType,
  completeRequest,
  generateSteps,
  invalidForm,
  isCompoundType,
  overlapSteps,
  parseCompound,
  prepareCommand,
  requestProblem,
  type Steps,
  slug,
  type Universe,
} from '../domain/index.js';
import type { Bookmarks } from './bookmarks.js';
import type { Caller } from './caller.js';
import { isLarge } from './command-operation.js';
import { type EarlierStates, noRevision } from './earlier-states.js';
import type { LoadedUniverse } from './loaded-universe.js';
import type { AppliedCommand } from './operation.js';
import {
  isNewestOfCaller,
  nothingToUndo,
  requireOwn,
  undoEntries,
  undoEntry,
  undoTarget,
  undoTargets,
} from './undo.js';
import { refusalIfUndone } from './undo-obstacle.js';
import { MAX_ENTRIES_PER_COMMIT } from './writer.js';

/** Commands that may make a universe larger. replaceSnapshot is limited by the size of a request. */
const GROWING = /^(add|attach|moveTo|set|update|generate|batch)/;
/** Smaller ones block the event loop for a few milliseconds. */
const SMALL_COUNT = 500;

/** How a command is applied, as one entry of the log. */
export interface WriteForm {
  /** Written one at a time over all universes. */
  readonly large: boolean;
  /** See `Operation.steps`. */
  readonly steps: number;
  readonly grows: boolean;
  readonly prepare?: (head: Head) => Promise<void>;
  readonly run: (universe: Universe) => AppliedCommand;
  /** Whether it takes back the newest write of the sender. After `prepare`. */
  undoesOwn(): boolean;
  /** What may be a mistake, after `run`. */
  advice(): readonly string[];
}

interface Host {
  readonly journal: Journal;
  readonly earlier: EarlierStates;
  readonly bookmarks: Bookmarks;
}

type Sender = Caller & { readonly principal: string };

/** The commands of the catalogue, and the forms that are made of them or of the history. */
export class WriteForms {
  constructor(readonly host: Host) {}

  /** Does the work that does not need the newest state. A small command has none, so it does not wait. */
  prepare(loaded: LoadedUniverse, command: unknown, sender: Sender): WriteForm | Promise<WriteForm> {
    const { type } = command as { readonly type: string };
    const read = <Type extends CompoundType>(name: Type): Compound<Type> => parseCompound(name, command);
    if (!isCompoundType(type))
      return isLarge([command]) ? this.#large(command, sender) : commandForm(command);
    switch (type) {
      case 'batch':
        return this.#batch(read('batch').commands, sender);
      case 'undo':
        return this.#undo(loaded.id, read('undo'), sender.principal);
      case 'restore':
        return this.#restore(loaded, read('restore').revision, sender);
      case 'generate':
        return this.#generate(loaded, read('generate'), sender);
      default:
        throw invalidForm(type, [`${type} does not change a state`]);
    }
  }

  async #large(command: unknown, sender: Sender): Promise<WriteForm> {
    return commandForm(command, await sender.heavy(prepareCommand(command)));
  }

  async #batch(commands: readonly object[], sender: Sender): Promise<WriteForm> {
    const large = isLarge(commands);
    const prepared = large ? await sender.heavy(prepareAll(commands)) : commands;
    let advice: readonly string[] = [];
    return {
      large,
      // The entry may be as large as so many.
      steps: large ? MAX_ENTRIES_PER_COMMIT : commands.length,
      grows: commands.some(mayGrow),
      run: universe => {
        const outcome = universe.applyBatch(prepared);
        advice = outcome.advice;
        return outcome;
      },
      undoesOwn: notAnUndo,
      advice: () => advice,
    };
  }

  #undo(id: string, given: Compound<'undo'>, principal: string): WriteForm {
    const { revision, since, mine = false, force = false } = given;
    if (revision !== undefined && since !== undefined)
      throw invalidForm('undo', ['revision and since exclude each other']);
    const own = mine ? principal : undefined;
    let targets: readonly Entry[] = [];
    let undoesOwn = false;
    let refusal: CommandRefused | undefined;
    return {
      large: true,
      steps: 1,
      grows: false,
      prepare: async head => {
        if (since !== undefined) {
          if (since > head.revision) throw noRevision(id, since, head.revision);
          targets = await undoTargets(this.host.journal, head, since, own);
        } else {
          const target = await undoTarget(this.host.journal, head, revision, own);
          if (target !== undefined && own !== undefined) requireOwn(target, own);
          refusal =
            target && force ? await refusalIfUndone(this.host.journal, head, target.revision) : undefined;
          targets = target === undefined ? [] : [target];
        }
        const [newest, ...others] = targets;
        undoesOwn =
          newest !== undefined &&
          others.length === 0 &&
          (await isNewestOfCaller(this.host.journal, head, newest, principal));
      },
      run: universe => {
        const [target] = targets;
        if (target === undefined) throw nothingToUndo(id, revision);
        if (refusal !== undefined) throw refusal;
        return since === undefined
          ? undoEntry(universe, target, force)
          : undoEntries(universe, since, targets, force);
      },
      undoesOwn: () => undoesOwn,
      advice: () => [],
    };
  }

  async #restore(loaded: LoadedUniverse, given: number | string, sender: Sender): Promise<WriteForm> {
    const revision = await this.host.bookmarks.revisionOf(loaded, given);
    const { capture } = await this.host.earlier.at(loaded, revision, sender);
    const state = await sender.heavy(capture.state());
    return {
      large: true,
      steps: MAX_ENTRIES_PER_COMMIT,
      grows: false,
      run: universe => ({
        command: { type: 'restore', revision },
        events: [{ type: 'restored', revision }],
        ...universe.replaceWith(state),
      }),
      undoesOwn: notAnUndo,
      advice: () => [],
    };
  }

  async #generate(loaded: LoadedUniverse, given: Compound<'generate'>, sender: Sender): Promise<WriteForm> {
    const problem = requestProblem(given);
    if (problem !== undefined) throw invalidForm('generate', [problem]);
    const request = completeRequest(given, slug);
    const { parentId = '' } = request;
    const host = await loaded.read(universe => universe.bare('stars', parentId) ?? { id: parentId });
    const generated = await sender.heavy(generateSteps(request, host));
    const overlaps = await sender.heavy(overlapSteps(generated.bodies));
    let advice: readonly string[] = [];
    return {
      large: request.count > SMALL_COUNT,
      steps: request.count > SMALL_COUNT ? MAX_ENTRIES_PER_COMMIT : 1,
      grows: true,
      run: universe => {
        const added = universe.addGenerated(request, generated);
        const inside = universe.adviceOnGenerated(generated);
        advice = inside.length > 0 ? inside : overlaps;
        return { command: given, ...added };
      },
      undoesOwn: notAnUndo,
      advice: () => advice,
    };
  }
}

/** `prepared` is a large command after its checks. */
function commandForm(command: unknown, prepared?: unknown): WriteForm {
  const large = prepared !== undefined;
  let advice: readonly string[] = [];
  return {
    large,
    steps: large ? MAX_ENTRIES_PER_COMMIT : 1,
    grows: mayGrow(command),
    run: universe => {
      const outcome = universe.apply(prepared ?? command);
      advice = universe.advice(command);
      return outcome;
    },
    undoesOwn: notAnUndo,
    advice: () => advice,
  };
}

const notAnUndo = () => false;

function* prepareAll(commands: readonly unknown[]): Steps<readonly unknown[]> {
  const prepared: unknown[] = [];
  for (const command of commands) prepared.push(yield* prepareCommand(command));
  return prepared;
}

export function mayGrow(command: unknown): boolean {
  const type = (command as { type?: unknown } | null)?.type;
  return typeof type === 'string' && GROWING.test(type);
}
