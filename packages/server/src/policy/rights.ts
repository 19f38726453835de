import { didYouMean } from '../kit/near-matches.js';
import { starPattern } from '../kit/star-pattern.js';

/** What a principal may do: use a world up to an access level, see and steer the server, decide on writes of others. */
export const RIGHTS = ['read', 'write', 'eval', 'operate', 'approve'] as const;
export type Right = (typeof RIGHTS)[number];

/** Each includes the ones before it. */
const LEVELS: readonly Right[] = ['read', 'write', 'eval'];
/** How rights are written, for errors. */
export const RIGHT_FORM = `The rights are ${RIGHTS.join(', ')}. Write a right as write, universe:write or unity:write:Set*,Hook*.`;

/** One right: in all worlds or in one, for everything or for some tools. */
interface Grant {
  readonly text: string;
  readonly rights: ReadonlySet<Right>;
  readonly world: string | undefined;
  readonly tools: ((name: string) => boolean) | undefined;
}

/**
 * The rights of a principal, immutable. `write` includes `read`, and `eval` includes both. A right that is narrowed to tools
 * holds for these tools alone: resources, prompts and web routes need one that is not.
 *
 *     Rights.parse(['universe:write', 'unity:read']).has('write', 'universe');
 */
export class Rights {
  /** Every call in every world. A token without rights and clients of this machine have these. */
  static readonly CALLS = Rights.parse(['eval']);
  static readonly NONE = new Rights([]);

  readonly #grants: readonly Grant[];
  /** The rights that hold in all worlds, for everything. */
  readonly #everywhere: ReadonlySet<Right>;

  private constructor(grants: readonly Grant[]) {
    this.#grants = grants.filter(({ world, tools }) => world !== undefined || tools !== undefined);
    this.#everywhere = new Set(
      grants
        .filter(({ world, tools }) => world === undefined && tools === undefined)
        .flatMap(({ rights }) => [...rights]),
    );
  }

  /** Parses words such as `read`, `universe:write` and `unity:write:Set*`. Throws an error that names the wrong word. */
  static parse(words: readonly string[]): Rights {
    return new Rights(words.map(parseGrant));
  }

  /** Whether the right holds. Without a world: in all of them. Without a tool: for everything in the world. */
  has(right: Right, world?: string, tool?: string): boolean {
    if (this.#everywhere.has(right)) return true;
    return this.#grants.some(
      grant =>
        grant.rights.has(right) &&
        (grant.world === undefined || grant.world === world) &&
        (grant.tools === undefined || (tool !== undefined && grant.tools(tool))),
    );
  }

  get isNone(): boolean {
    return this.#everywhere.size === 0 && this.#grants.length === 0;
  }

  /** Whether any right holds in a world, if only for some of its tools. */
  hasAny(world: string): boolean {
    return this.#everywhere.size > 0 || this.#grants.some(grant => (grant.world ?? world) === world);
  }

  /** The worlds that rights name, each once. */
  get worlds(): readonly string[] {
    return [...new Set(this.#grants.flatMap(({ world }) => world ?? []))];
  }

  /** The rights as words that `parse` reads. */
  get words(): string[] {
    const highest = LEVELS.findLast(right => this.#everywhere.has(right));
    const others = [...this.#everywhere].filter(right => !LEVELS.includes(right));
    return [...(highest === undefined ? [] : [highest]), ...others, ...this.#grants.map(({ text }) => text)];
  }
}

function parseGrant(text: string): Grant {
  const parts = text.split(':');
  const everywhere = isRight(parts[0]);
  const [right, tools, rest] = everywhere ? parts : parts.slice(1);
  const world = everywhere ? undefined : parts[0];
  if (!isRight(right)) {
    const near = didYouMean(right ?? text, RIGHTS);
    throw new Error(`"${text}" is not a right.${near} ${RIGHT_FORM}`);
  }
  if (rest !== undefined || tools === '' || world === '') {
    throw new Error(`"${text}" is not a right. ${RIGHT_FORM}`);
  }
  const level = LEVELS.indexOf(right);
  const rights = new Set(level === -1 ? [right] : LEVELS.slice(0, level + 1));
  if (tools !== undefined && level === -1) {
    throw new Error(`"${text}" cannot be narrowed to tools: only read, write and eval can.`);
  }
  return { text, rights, world, tools: tools === undefined ? undefined : toolPattern(text, tools) };
}

function isRight(word: string | undefined): word is Right {
  return (RIGHTS as readonly (string | undefined)[]).includes(word);
}

/** `Set*,Hook*`: a star stands for any characters. */
function toolPattern(text: string, list: string): (name: string) => boolean {
  const patterns = list.split(',').map(name => {
    if (!/^[A-Za-z0-9_.*-]{1,128}$/.test(name)) {
      throw new Error(`"${text}" has an invalid tool name. ${RIGHT_FORM}`);
    }
    return starPattern(name);
  });
  return tool => patterns.some(fits => fits(tool));
}
