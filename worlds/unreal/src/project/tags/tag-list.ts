import { cutText, withoutSecrets } from '@worldwire/server/kit';
import { MASK } from '../../port/credentials.js';
import type { ProjectInfo } from '../../port/operations.js';
import { sorted } from '../../work/sorted.js';
import type { TimeSlice } from '../../work/time-slice.js';

/** Tags that are kept; all are counted. */
const MAX_TAGS = 10_000;
const MAX_COMMENT = 200;
/** Sources of one tag that are shown. */
const MAX_SOURCES = 20;
/** Tags that are asked for and defined nowhere. */
const MAX_UNDEFINED = 50;

interface Tag {
  readonly name: string;
  readonly comment: string;
  /** Files and tables, in the order in which they were found. */
  readonly sources: Set<string>;
}

/** The gameplay tags of a project, with the places that define them. Case is ignored. */
export class TagList {
  readonly #tags = new Map<string, Tag>();
  readonly #uses = new Map<string, { readonly name: string; readonly at: string }>();
  readonly #tables: string[] = [];

  /** `source`: the file or table that defines it. */
  define(name: string, source: string, comment = ''): void {
    const known = this.#tags.get(name.toLowerCase());
    if (known === undefined)
      this.#tags.set(name.toLowerCase(), {
        name,
        comment: cutText(withoutSecrets(comment, { mask: MASK }), MAX_COMMENT),
        sources: new Set([source]),
      });
    else known.sources.add(source);
  }

  /** C++ asks for it by its name. */
  use(name: string, at: string): void {
    if (!this.#uses.has(name.toLowerCase())) this.#uses.set(name.toLowerCase(), { name, at });
  }

  addTable(path: string): void {
    this.#tables.push(path);
  }

  /** Undefined for a project without tags. */
  async info(slice: TimeSlice): Promise<ProjectInfo['gameplayTags']> {
    const unknown = await this.#undefined(slice);
    if (this.#tags.size === 0 && this.#tables.length === 0 && unknown.length === 0) return undefined;
    const tags = await sorted([...this.#tags.values()], (a, b) => inOrder(a.name, b.name), slice);
    return {
      total: tags.length,
      tags: tags.slice(0, MAX_TAGS).map(line),
      ...(this.#tables.length > 0 && { tables: this.#tables }),
      ...(unknown.length > 0 && { undefined: unknown }),
    };
  }

  /** A tag defines its parents. */
  async #undefined(slice: TimeSlice): Promise<string[]> {
    if (this.#uses.size === 0) return [];
    const names = await sorted([...this.#tags.keys()], inOrder, slice);
    const shown: string[] = [];
    let missing = 0;
    for (const [folded, { name, at }] of this.#uses) {
      if (slice.isOver) await slice.yieldToEventLoop();
      if (this.#tags.has(folded) || hasBelow(names, `${folded}.`)) continue;
      if (++missing <= MAX_UNDEFINED) shown.push(`${name} (${at})`);
    }
    return missing > shown.length ? [...shown, `and ${missing - shown.length} more`] : shown;
  }
}

function inOrder(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Whether one of the sorted names begins with a prefix. */
function hasBelow(names: readonly string[], prefix: string): boolean {
  let [from, to] = [0, names.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((names[middle] as string) < prefix) from = middle + 1;
    else to = middle;
  }
  return names[from]?.startsWith(prefix) ?? false;
}

/** "State.Dead: no longer moves (Config/DefaultGameplayTags.ini)". */
function line({ name, comment, sources }: Tag): string {
  const all = [...sources];
  const left = all.slice(MAX_SOURCES).length;
  const shown = all.slice(0, MAX_SOURCES).join(', ');
  const more = left === 0 ? '' : ` and ${left} more`;
  return `${comment === '' ? name : `${name}: ${comment}`} (${shown}${more})`;
}
