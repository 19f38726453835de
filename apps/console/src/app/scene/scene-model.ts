import type { Card, Vector } from '../../scene/cards.js';
import { isRecord } from '../link/host-link.js';

export interface SceneMark {
  readonly op: 'added' | 'changed' | 'removed' | 'named';
  readonly id: string;
  readonly name: string;
}

/** What a write of another object may change too. A place is not among them, because objects move by themselves. */
const MARKED = ['Name', 'Path', 'ActiveInHierarchy'] as const;

/** The objects of a scene, and what changed last. */
export class SceneModel {
  readonly objects = new Map<string, Card>();
  revision = -1;
  digest = '';
  engine = '';
  total = 0;

  /** Takes an answer of FollowScene. Returns what it changed. */
  apply(answer: Readonly<Record<string, unknown>>): readonly SceneMark[] {
    const isFirst = this.revision === -1;
    const written = isFirst ? new Set<string>() : writtenObjects(answer.Writes);
    this.revision = typeof answer.revision === 'number' ? answer.revision : this.revision;
    this.digest = typeof answer.digest === 'string' ? answer.digest : '';
    this.engine = typeof answer.Engine === 'string' ? answer.Engine : '';
    this.total = typeof answer.Total === 'number' ? answer.Total : 0;
    const marks: SceneMark[] = [];
    if (Array.isArray(answer.Items)) {
      const now = new Map(answer.Items.flatMap(readCard).map(card => [card.Id, card]));
      for (const [id, card] of this.objects)
        if (!now.has(id)) marks.push({ op: 'removed', id, name: card.Name ?? id });
      for (const [id, card] of now) {
        const known = this.objects.get(id);
        const name = card.Name ?? id;
        if (known === undefined) marks.push({ op: 'added', id, name });
        else if (written.has(id) || MARKED.some(field => known[field] !== card[field]))
          marks.push({ op: 'changed', id, name });
      }
      this.objects.clear();
      for (const [id, card] of now) this.objects.set(id, card);
    } else {
      for (const id of written) marks.push({ op: 'changed', id, name: this.objects.get(id)?.Name ?? id });
    }
    // A game makes and removes objects all the time: only what follows a write is a mark.
    return written.size > 0 ? marks : [];
  }
}

/** The objects that a result or its arguments name. */
export function namedObjects(
  given: Readonly<Record<string, unknown>>,
  result: Readonly<Record<string, unknown>>,
): readonly string[] {
  const items = Array.isArray(result.Items) ? result.Items : [];
  const ids = [
    given.objectId,
    given.id,
    result.Id,
    ...items.map(item => (isRecord(item) ? item.Id : undefined)),
  ];
  return [...new Set(ids.filter((id): id is string => typeof id === 'string' && id.startsWith('obj:')))];
}

/** The engine whose scene is shown, by its name or by an object. Empty where there is one engine. */
export interface SceneTarget {
  readonly engine?: string;
  readonly objectId?: string;
}

/** The engine of a call: the one of its arguments, of its answer, or of an object in these. */
export function targetOf(
  given: Readonly<Record<string, unknown>>,
  result: Readonly<Record<string, unknown>>,
): SceneTarget {
  const engine = [given.engine, result.engine].find(name => typeof name === 'string');
  if (engine !== undefined) return { engine: engine as string };
  const [objectId] = namedObjects(given, result);
  return objectId === undefined ? {} : { objectId };
}

export interface TreeRow {
  readonly card: Card;
  readonly depth: number;
}

/** The hierarchy as rows, by the paths of the objects. */
export function treeRows(objects: Iterable<Card>): readonly TreeRow[] {
  return [...objects]
    .map(card => ({ card, depth: Math.max((card.Path ?? '').split('/').length - 2, 0) }))
    .sort((a, b) => compare(a.card.Path ?? '', b.card.Path ?? ''));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function writtenObjects(writes: unknown): Set<string> {
  if (!Array.isArray(writes)) return new Set();
  return new Set(
    writes.flatMap(write =>
      isRecord(write) && write.Outcome === 'done' && typeof write.ObjectId === 'string'
        ? [write.ObjectId]
        : [],
    ),
  );
}

function readCard(value: unknown): Card[] {
  if (!isRecord(value) || typeof value.Id !== 'string') return [];
  const { Id, Name, Path, ActiveInHierarchy, Position, Bounds } = value;
  const box = isRecord(Bounds) && isVector(Bounds.Min) && isVector(Bounds.Max) ? Bounds : null;
  return [
    {
      Id,
      Name: typeof Name === 'string' ? Name : Id,
      Path: typeof Path === 'string' ? Path : `/${Id}`,
      ActiveInHierarchy: ActiveInHierarchy !== false,
      Position: isVector(Position) ? Position : null,
      Bounds: box as Card['Bounds'] & object,
    },
  ];
}

function isVector(value: unknown): value is Vector {
  return isRecord(value) && ['X', 'Y', 'Z'].every(axis => Number.isFinite(value[axis]));
}
