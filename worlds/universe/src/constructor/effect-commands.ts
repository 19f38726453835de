import type { Entry } from '@worldwire/journal';
import type { Change, Kind, Universe } from '../domain/index.js';

/** A command of the solar-system-constructor project. */
export interface EffectCommand {
  readonly type: string;
  readonly [field: string]: unknown;
}

type Of<Op extends Change['op']> = Extract<Change, { op: Op }>;

/** Kinds without a command that adds one entity: the whole record is set. */
const SET_WHOLE = {
  smallBodyFields: { type: 'setSmallBodyFields', field: 'fields' },
  nebulae: { type: 'setNebulae', field: 'nebulae' },
} as const;

type SetKind = keyof typeof SET_WHOLE;
type Effected = Pick<Entry, 'changes' | 'inverse'>;

/** Names in the commands for scenery. Belts have none: only whole states change them. */
const SCENERY: Readonly<Partial<Record<Kind, string>>> = {
  smallBodyFields: 'SmallBodyField',
  protoplanetaryDisks: 'ProtoplanetaryDisk',
  nebulae: 'Nebula',
};

/**
 * Commands that have the effect of an entry on a copy of the state. They are derived from the changes, so they exist for an
 * undo too and contain all defaults. Values of `now`, which may be newer than the entry, are right once the client has the
 * later entries. The order in lists is not preserved, because commands append. `last` is `lastSettings` of the page.
 */
export function effectOf(entry: Effected, now: Universe, last = lastSettings([entry])): EffectCommand[] {
  const done = entry.changes as readonly Change[];
  const back = (entry.inverse as readonly Change[]).toReversed();
  const runs = runsOf(done);
  const removed = new Set(
    done.flatMap((change, index) => (isRemovedStar(change) ? [`${runs[index]} ${change.id}`] : [])),
  );
  const whole: ReadonlySet<Kind> = new Set(setKinds(entry));
  const effect: EffectCommand[] = [];
  for (const [index, change] of done.entries()) {
    if ('in' in change && whole.has(change.in)) continue;
    effect.push(...commandsOf(change, back[index] as Change, id => removed.has(`${runs[index]} ${id}`), now));
  }
  // At the end: a batch may have replaced the whole state before.
  for (const [kind, at] of last) if (at === entry) effect.push(setWhole(kind, now));
  return effect;
}

/**
 * The last entry that adds to each record that is set as a whole. Setting it for every entry would send thousands of copies
 * of a large record.
 */
export function lastSettings(entries: readonly Effected[]): ReadonlyMap<SetKind, Effected> {
  const last = new Map<SetKind, Effected>();
  for (const entry of entries) for (const kind of setKinds(entry)) last.set(kind, entry);
  return last;
}

function setKinds({ changes }: Effected): readonly SetKind[] {
  return (changes as readonly Change[]).flatMap(change =>
    change.op === 'add' && change.in in SET_WHOLE ? (change.in as SetKind) : [],
  );
}

function commandsOf(
  change: Change,
  back: Change,
  isRemoved: (id: string) => boolean,
  now: Universe,
): readonly EffectCommand[] {
  switch (change.op) {
    case 'add':
      return addition(change);
    case 'patch':
      return patch(change, now);
    case 'remove':
      return removal(change, back as Of<'add'>, isRemoved);
    case 'link':
    case 'unlink':
      return membership(change, back as Of<'link' | 'unlink'>);
    case 'time':
      return [{ type: 'tick', dt: change.value - (back as Of<'time'>).value }];
    case 'reset': {
      const { time, units, ...snapshot } = change.value;
      return [{ type: 'replaceSnapshot', snapshot, time }];
    }
  }
}

function setWhole(kind: SetKind, now: Universe): EffectCommand {
  const { type, field } = SET_WHOLE[kind];
  return { type, [field]: now.view({ include: [kind] })[kind] };
}

function addition({ in: kind, id, value }: Of<'add'>): readonly EffectCommand[] {
  const { id: _, ...payload } = value;
  if (kind === 'stars') return [{ type: 'addStar', id, payload }];
  if (kind === 'groups') return [{ type: 'addGroup', id, payload: { ...payload, children: [] } }];
  return kind === 'protoplanetaryDisks' ? [{ type: 'addProtoplanetaryDisk', disk: value }] : [];
}

function patch({ in: kind, id, value, unset = [] }: Of<'patch'>, now: Universe): readonly EffectCommand[] {
  const { parentId, parentGroupId, ...set } = value;
  // JSON cannot express undefined.
  const gone = unset.filter(name => !(kind === 'stars' && name === 'ring'));
  const fields = { ...set, ...Object.fromEntries(gone.map(name => [name, null])) };
  const differs = Object.keys(fields).length > 0;
  if (kind === 'stars') {
    return [
      ...(parentId === undefined ? [] : parentOf(id, parentId as string | null, now)),
      ...(gone.length < unset.length ? [{ type: 'removeRing', planetId: id }] : []),
      ...(differs ? [{ type: 'updateStar', id, payload: fields }] : []),
    ];
  }
  if (kind === 'groups') {
    const move = { type: 'moveToGroup', childId: id, childType: 'group', targetGroupId: parentGroupId };
    return [
      ...(parentGroupId === undefined ? [] : [move]),
      ...(differs ? [{ type: 'updateGroup', id, payload: fields }] : []),
    ];
  }
  return SCENERY[kind] === undefined ? [] : [{ type: `update${SCENERY[kind]}`, id, patch: fields }];
}

/** Their detachStar sets orbitalDistance to 0; ours does not change it. */
function parentOf(childId: string, parentId: string | null, now: Universe): readonly EffectCommand[] {
  if (parentId !== null) return [{ type: 'attachStar', childId, parentId }];
  const orbitalDistance = now.bare('stars', childId)?.orbitalDistance;
  const kept = { type: 'updateStar', id: childId, payload: { orbitalDistance } };
  return [{ type: 'detachStar', childId }, ...(orbitalDistance === undefined ? [] : [kept])];
}

/** removeStar of the parent, in the same run, removes its descendants. */
function removal(
  { in: kind, id }: Of<'remove'>,
  back: Of<'add'>,
  isRemoved: (id: string) => boolean,
): readonly EffectCommand[] {
  if (kind === 'stars') {
    return isRemoved(back.value.parentId as string) ? [] : [{ type: 'removeStar', id }];
  }
  if (kind === 'groups') return [{ type: 'removeGroup', id }];
  return SCENERY[kind] === undefined ? [] : [{ type: `remove${SCENERY[kind]}`, id }];
}

/** Only for systems in groups. All other lists follow from additions, removals and parents. */
function membership(change: Of<'link' | 'unlink'>, back: Of<'link' | 'unlink'>): readonly EffectCommand[] {
  const type = change.op === 'link' ? change.type : (back as Of<'link'>).type;
  if (change.list !== 'groupChildren' || type !== 'system') return [];
  const { of: groupId, id } = change;
  // Not removeFromGroup, which also removes a group of the same id.
  if (change.op === 'unlink') {
    return [{ type: 'moveToGroup', childId: id, childType: type, targetGroupId: null }];
  }
  return [{ type: 'addToGroup', groupId, child: { id, type } }];
}

/** Numbers each run of removals: a batch may remove a body, add others, and remove again. */
function runsOf(changes: readonly Change[]): readonly number[] {
  let run = 0;
  return changes.map(({ op }) => (op === 'remove' || op === 'unlink' ? run : ++run));
}

function isRemovedStar(change: Change): change is Of<'remove'> {
  return change.op === 'remove' && change.in === 'stars';
}
