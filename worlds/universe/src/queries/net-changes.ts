import { type Change, type Entity, inSteps, KINDS, type Kind, type Steps } from '../domain/index.js';
import { deepEqual } from '../domain/model/deep-equal.js';

/** Values before and after. Null: absent. */
export type BeforeAndAfter = readonly [before: unknown, after: unknown];

/** Of a group. A body and a group may have one id. */
export interface Member {
  readonly id: string;
  readonly type: 'system' | 'group';
}

/** The effect of several revisions on one entity. */
export type NetChange = { readonly in: Kind; readonly id: string } & (
  | { readonly op: 'added' | 'removed'; readonly value: Readonly<Record<string, unknown>> }
  | {
      readonly op: 'changed';
      readonly name: string | undefined;
      readonly fields: Readonly<Record<string, BeforeAndAfter>>;
      /** Of a group. */
      readonly joined: readonly Member[];
      readonly left: readonly Member[];
    }
);

/** The recorded effect of one revision. */
interface Recorded {
  readonly changes: readonly Change[];
  /** In the order of replay. */
  readonly inverse: readonly Change[];
}

/** What changes leave of an entity: nothing, all of it, or some fields and members. */
interface Trace {
  readonly extent: 'absent' | 'whole' | 'some';
  /** Undefined: the field is absent. */
  readonly fields: Record<string, unknown>;
  /** Undefined: not a member. */
  readonly members: Record<string, Member['type'] | undefined>;
}

type Traces = Map<string, Trace>;

const STEP_CHANGES = 128;
const ABSENT: Trace = { extent: 'absent', fields: {}, members: {} };

/**
 * The net effect of revisions that are added in order. It holds the entities that they touch, with the fields that they
 * change. Lists of children are left out, because they follow from parentId.
 */
export class NetChanges {
  readonly #before: Traces = new Map();
  readonly #after: Traces = new Map();
  #time: BeforeAndAfter | undefined;
  /** Whether `#before` has every entity of the first revision. */
  #complete = false;

  /** The time before and after, if it differs. */
  get time(): BeforeAndAfter | undefined {
    return this.#time?.[0] === this.#time?.[1] ? undefined : this.#time;
  }

  *add({ changes, inverse }: Recorded): Steps<void> {
    const before: Traces = new Map();
    const former = yield* follow(inverse, before);
    yield* inSteps(before, ([name, found]) => {
      const known = this.#before.get(name);
      if (known === undefined) this.#before.set(name, this.#complete ? ABSENT : found);
      else if (known.extent === 'some') this.#before.set(name, earlier(known, found));
    });
    this.#complete ||= inverse.some(({ op }) => op === 'reset');
    const time = yield* follow(changes, this.#after);
    if (time !== undefined) this.#time = [this.#time === undefined ? (former ?? time) : this.#time[0], time];
  }

  *finish(): Steps<readonly NetChange[]> {
    const found: NetChange[] = [];
    yield* inSteps(new Set([...this.#after.keys(), ...this.#before.keys()]), name => {
      const [kind, id] = JSON.parse(name) as [Kind, string];
      const change = between(this.#before.get(name) ?? ABSENT, this.#after.get(name) ?? ABSENT);
      if (change !== undefined) found.push({ in: kind, id, ...change } as NetChange);
    });
    return found;
  }
}

/** Records what the changes leave. Returns the time if they set it. */
function* follow(changes: readonly Change[], traces: Traces): Steps<number | undefined> {
  let time: number | undefined;
  for (const [index, change] of changes.entries()) {
    if (index % STEP_CHANGES === STEP_CHANGES - 1) yield;
    if (change.op === 'time') time = change.value;
    else if (change.op === 'reset') {
      for (const name of traces.keys()) traces.set(name, ABSENT);
      for (const kind of KINDS) {
        yield* inSteps(Object.values<Entity>(change.value[kind]), entity =>
          traces.set(nameOf(kind, entity.id), wholeTrace(kind, entity)),
        );
      }
      time = change.value.time;
    } else followOne(change, traces);
  }
  return time;
}

function followOne(change: Exclude<Change, { op: 'time' | 'reset' }>, traces: Traces): void {
  switch (change.op) {
    case 'add':
      traces.set(nameOf(change.in, change.id), wholeTrace(change.in, change.value));
      return;
    case 'remove':
      traces.set(nameOf(change.in, change.id), ABSENT);
      return;
    case 'patch': {
      const { extent, fields, members } = traceOf(traces, change.in, change.id);
      const unset = Object.fromEntries((change.unset ?? []).map(field => [field, undefined]));
      const patched = { extent, fields: { ...fields, ...change.value, ...unset }, members };
      traces.set(nameOf(change.in, change.id), patched);
      return;
    }
    default: {
      if (change.list !== 'groupChildren' || change.of === undefined) return;
      const { extent, fields, members } = traceOf(traces, 'groups', change.of);
      // In place: a group may have many members.
      members[change.id] = change.op === 'link' ? (change.type ?? 'system') : undefined;
      traces.set(nameOf('groups', change.of), { extent, fields, members });
    }
  }
}

function nameOf(kind: Kind, id: string): string {
  return JSON.stringify([kind, id]);
}

function traceOf(traces: Traces, kind: Kind, id: string): Trace {
  const known = traces.get(nameOf(kind, id));
  return known === undefined || known.extent === 'absent'
    ? { extent: 'some', fields: {}, members: {} }
    : known;
}

function wholeTrace(kind: Kind, { children, ...fields }: Entity): Trace {
  const members = kind === 'groups' && Array.isArray(children) ? (children as Member[]) : [];
  return { extent: 'whole', fields, members: Object.fromEntries(members.map(({ id, type }) => [id, type])) };
}

/** What is known of an entity before two revisions: the first wins. */
function earlier(first: Trace, second: Trace): Trace {
  return {
    extent: second.extent === 'whole' ? 'whole' : 'some',
    fields: { ...second.fields, ...first.fields },
    members: { ...second.members, ...first.members },
  };
}

type Difference = Omit<Extract<NetChange, { op: 'changed' }>, 'in' | 'id'>;

function between(
  before: Trace,
  after: Trace,
): { op: 'added' | 'removed'; value: Readonly<Record<string, unknown>> } | Difference | undefined {
  if (before.extent === 'absent' && after.extent === 'absent') return undefined;
  if (before.extent === 'absent') return { op: 'added', value: after.fields };
  if (after.extent === 'absent') return { op: 'removed', value: before.fields };
  const names = new Set([...Object.keys(before.fields), ...Object.keys(after.fields)]);
  const fields: [string, BeforeAndAfter][] = [];
  for (const name of names) {
    const [old, now] = [own(before.fields, name), own(after.fields, name)];
    if (!deepEqual(old, now)) fields.push([name, [old ?? null, now ?? null]]);
  }
  const ids = Object.keys({ ...before.members, ...after.members });
  const joined = ids.flatMap(id => memberOnly(id, after, before));
  const left = ids.flatMap(id => memberOnly(id, before, after));
  if (fields.length + joined.length + left.length === 0) return undefined;
  const name = (own(after.fields, 'name') ?? own(before.fields, 'name')) as string | undefined;
  return { op: 'changed', name, fields: Object.fromEntries(fields), joined, left };
}

/** Fields and ids may have names that every object inherits. */
function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** The member of the first trace, unless it is one of the second. */
function memberOnly(id: string, first: Trace, second: Trace): readonly Member[] {
  const type = own(first.members, id);
  return type === undefined || type === own(second.members, id) ? [] : [{ id, type }];
}
