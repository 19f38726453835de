import { cutText } from '@worldwire/server/kit';
import type { ProjectInfo } from '../../port/operations.js';

/** Tags that are kept; all are counted. */
const MAX_TAGS = 10_000;
const MAX_COMMENT = 200;
/** Tags that are asked for and defined nowhere. */
const MAX_UNDEFINED = 50;

interface Tag {
  readonly name: string;
  readonly comment: string;
  /** Files and tables, in the order in which they were found. */
  readonly sources: string[];
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
      this.#tags.set(name.toLowerCase(), { name, comment: cutText(comment, MAX_COMMENT), sources: [source] });
    else if (!known.sources.includes(source)) known.sources.push(source);
  }

  /** C++ asks for it by its name. */
  use(name: string, at: string): void {
    if (!this.#uses.has(name.toLowerCase())) this.#uses.set(name.toLowerCase(), { name, at });
  }

  addTable(path: string): void {
    this.#tables.push(path);
  }

  /** Undefined for a project without tags. */
  info(): ProjectInfo['gameplayTags'] {
    const unknown = this.#undefined();
    if (this.#tags.size === 0 && this.#tables.length === 0 && unknown.length === 0) return undefined;
    const sorted = [...this.#tags.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    return {
      total: sorted.length,
      tags: sorted.slice(0, MAX_TAGS).map(line),
      ...(this.#tables.length > 0 && { tables: this.#tables }),
      ...(unknown.length > 0 && { undefined: unknown }),
    };
  }

  /** A tag defines its parents. */
  #undefined(): string[] {
    const defined = new Set<string>();
    for (const name of this.#tags.keys()) {
      for (
        let end = name.length;
        end > 0 && !defined.has(name.slice(0, end));
        end = name.lastIndexOf('.', end - 1)
      )
        defined.add(name.slice(0, end));
    }
    const missing = [...this.#uses].filter(([folded]) => !defined.has(folded));
    const shown = missing.slice(0, MAX_UNDEFINED).map(([, { name, at }]) => `${name} (${at})`);
    return missing.length > shown.length ? [...shown, `and ${missing.length - shown.length} more`] : shown;
  }
}

/** "State.Dead: no longer moves (Config/DefaultGameplayTags.ini)". */
function line({ name, comment, sources }: Tag): string {
  return `${comment === '' ? name : `${name}: ${comment}`} (${sources.join(', ')})`;
}
