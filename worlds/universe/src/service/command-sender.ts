import type { Created, Journal } from '@worldwire/journal';
import { callerName } from '@worldwire/protocol';
import { WorldError } from '@worldwire/server';
import { planDigest, requestDigest, requestDigestSteps, requirePlan } from '@worldwire/server/kit';
import { needsConfirmation } from '@worldwire/writes';
import {
  type AppliedChanges,
  countsOf,
  invalidForm,
  joined,
  parseCompound,
  withoutAbsentFields,
} from '../domain/index.js';
import type { Bookmarks } from './bookmarks.js';
import { SERVER } from './caller.js';
import type { EarlierStates } from './earlier-states.js';
import type { LoadedUniverse } from './loaded-universe.js';
import { lostUpdates } from './lost-updates.js';
import type { Operation, Receipt, WriteOptions } from './operation.js';
import { holdForPlan, type Plan } from './plan.js';
import type { SendOptions, Sent } from './sent.js';
import { StaleRevision } from './stale-revision.js';
import { howToRemove } from './undo.js';
import { explained } from './undo-obstacle.js';
import type { NewUniverse } from './universe-catalogue.js';
import { isUniverseId } from './universe-id.js';
import type { WriteForms } from './write-forms.js';

/** What a sender needs of the service. */
interface Service {
  readonly journal: Journal;
  readonly forms: WriteForms;
  readonly bookmarks: Bookmarks;
  readonly earlier: EarlierStates;
  /** Things that one write may remove or overwrite without a confirmation. */
  readonly confirmAbove: number;
  open(id: string): Promise<LoadedUniverse>;
  has(id: string): Promise<boolean>;
  create(wanted: NewUniverse, options: WriteOptions): Promise<Created>;
  /** `loaded` is the universe, if it was opened in this turn. */
  execute(
    id: string,
    operation: Operation<Plan>,
    how: { large: boolean; grows: boolean },
    loaded: LoadedUniverse | undefined,
  ): Promise<Receipt | Plan>;
}

/** Sends one command or form with the guards of a tool: dry run, expected plan, expected revision, confirmation. */
export class CommandSender {
  constructor(readonly service: Service) {}

  send(id: string, given: unknown, options: SendOptions): Promise<Sent> {
    const command = withoutAbsentFields(given);
    const { type } = command as { readonly type: string };
    if (type === 'createUniverse') return this.#create(id, command, options);
    return type === 'bookmark' ? this.#bookmark(id, command, options) : this.#apply(id, command, options);
  }

  async #apply(id: string, command: unknown, options: SendOptions): Promise<Sent> {
    const { principal, client, key, ifRevision, dryRun, expectDigest } = options;
    const { heavy = SERVER.heavy, capture } = options;
    const { confirmAbove } = this.service;
    const loaded = await this.service.open(id);
    const prepared = this.service.forms.prepare(loaded, command, { principal, heavy });
    const form = prepared instanceof Promise ? await prepared : prepared;
    const { prepare } = form;
    const digest = form.large ? await heavy(requestDigestSteps([command])) : undefined;
    const request = () => digest ?? requestDigest([command]);
    const operation: Operation<Plan> = {
      principal,
      client,
      // A dry run is not recorded, so it has no key.
      key: dryRun === true ? undefined : key,
      ifRevision,
      fingerprint: key === undefined ? '' : request(),
      steps: form.steps,
      capture,
      prepare,
      run: universe => [form.run(universe)],
      hold: holdForPlan({ id, dryRun, expectDigest, confirmAbove, request, undoesOwn: form.undoesOwn }),
    };
    let outcome: Receipt | Plan;
    try {
      // A universe may be unloaded during a wait.
      outcome = await this.service.execute(id, operation, form, form === prepared ? loaded : undefined);
    } catch (thrown) {
      throw await explained(thrown, this.service.journal, loaded.head, command as Record<string, unknown>);
    }
    const advice = form.advice();
    if ('steps' in outcome) {
      const { steps, digest } = outcome;
      const events = steps.flatMap(step => step.events);
      return { id, revision: loaded.revision, events, ...joined(steps), warnings: advice, digest };
    }
    const { revision, events, changes, entries, replayed } = outcome;
    const lost = ifRevision === undefined && !replayed ? lostUpdates(loaded, outcome, principal) : [];
    const { inverse } = joined(entries as readonly AppliedChanges[]);
    const warnings = lost.length === 0 ? advice : [...lost, ...advice];
    return { id, revision, events, changes, inverse, warnings, receipt: outcome };
  }

  async #bookmark(id: string, command: unknown, options: SendOptions): Promise<Sent> {
    const { name, revision, remove = false } = parseCompound('bookmark', command);
    const { key, ifRevision, dryRun, expectDigest } = options;
    const { bookmarks } = this.service;
    const loaded = await this.service.open(id);
    // Another server on the same store may have written since.
    await loaded.refresh();
    if (key !== undefined) throw keyOfBookmark(name, revision ?? loaded.revision);
    if (ifRevision !== undefined && ifRevision !== loaded.revision)
      throw new StaleRevision(id, ifRevision, loaded.revision);
    const to = remove ? null : (revision ?? loaded.revision);
    const all = await bookmarks.list(loaded);
    const from = all.find(one => one.name === name)?.revision ?? null;
    const digest = planDigest([id, 'bookmark', name, from, to]);
    requirePlan(expectDigest, digest);
    if (to === null) bookmarks.checkRemoval(loaded, name, all);
    else bookmarks.check(loaded, name, to, all);
    const losses = from === null || from === to ? 0 : 1;
    const isPlan =
      dryRun === true ||
      (expectDigest === undefined && needsConfirmation({ losses }, this.service.confirmAbove));
    if (!isPlan) {
      if (to === null) await bookmarks.remove(loaded, name);
      else await bookmarks.set(loaded, name, to, callerName(options));
    }
    const place = `bookmarks/${name}`;
    const undo = { type: 'bookmark', name, ...(from === null ? { remove: true } : { revision: from }) };
    return {
      ...{ id, revision: loaded.revision, events: [], changes: [], inverse: [], warnings: [] },
      ...(isPlan && { digest }),
      beside: { before: { [place]: from }, after: { [place]: to }, undo },
    };
  }

  /** `universeId` names the new universe. */
  async #create(universeId: string, command: unknown, options: SendOptions): Promise<Sent> {
    const given = parseCompound('createUniverse', command);
    const { principal, heavy = SERVER.heavy, ifRevision, dryRun, expectDigest } = options;
    if (given.revision !== undefined && given.from === undefined)
      throw invalidForm('createUniverse', ['revision needs from, the universe whose revision is copied']);
    if (ifRevision !== undefined) throw newWithoutRevision();
    const id = given.id ?? universeId;
    if (!isUniverseId(id)) throw invalidId(id);
    const name = given.name ?? id;
    const source = given.from === undefined ? undefined : await this.service.open(given.from);
    const from =
      source && (await this.service.bookmarks.revisionOf(source, given.revision ?? source.revision));
    const state =
      source === undefined || from === undefined
        ? undefined
        : await heavy((await this.service.earlier.at(source, from, { principal, heavy })).capture.state());
    const digest = planDigest([id, 'createUniverse', name, given.from ?? null, from ?? null]);
    requirePlan(expectDigest, digest);
    // A retry with the same key is answered by the store.
    if ((dryRun === true || options.key === undefined) && (await this.service.has(id)))
      throw existsAlready(id);
    const made =
      dryRun === true
        ? undefined
        : await this.service.create({ id, name, ...(state !== undefined && { copied: state }) }, options);
    const copied = source && { from: source.id, revision: from };
    const counts = state === undefined ? {} : countsOf(state);
    return {
      ...{ id, revision: 0, changes: [], inverse: [], warnings: [] },
      events: [{ type: 'universeCreated', id, name }],
      ...(dryRun === true && { digest }),
      beside: {
        before: { [`universes/${id}`]: null },
        after: { [`universes/${id}`]: { name, ...copied, ...counts } },
        undo: howToRemove(id),
        replayed: made?.replayed ?? false,
      },
    };
  }
}

function keyOfBookmark(name: string, revision: number): WorldError {
  return new WorldError(
    'InvalidArgument',
    'A bookmark takes no operation key: it is not recorded in the log, so a retry cannot be told from a new command.',
    `Leave operationKey out and name the revision, so that a retry does not move it: ${JSON.stringify({ type: 'bookmark', name, revision })}.`,
  );
}

function newWithoutRevision(): WorldError {
  return new WorldError(
    'InvalidArgument',
    'createUniverse takes no ifRevision: a new universe has no revision before it.',
    'Leave ifRevision out. To copy a certain revision, send {"type":"createUniverse","from":"…","revision":12}.',
  );
}

function existsAlready(id: string): WorldError {
  return new WorldError(
    'Conflict',
    `Universe "${id}" exists already.`,
    `universeId names the new universe: {"universeId":"${id.slice(0, 60)}-2","command":{"type":"createUniverse"}}.`,
  );
}

function invalidId(id: string): WorldError {
  return new WorldError(
    'InvalidArgument',
    `"${id.slice(0, 64)}" cannot be the id of a universe.`,
    'Use 1 to 64 letters, digits, dots, dashes or underscores, starting with a letter or a digit.',
  );
}
