import type { Access } from '@worldwire/server';

const RANK: Readonly<Record<Access, number>> = { read: 0, write: 1, danger: 2 };

/** What a way into a world needs. A way without access is open to every principal. */
export interface Needed {
  readonly access: Access | undefined;
  readonly tool?: string | undefined;
}

/** The rights of one token of the matrix, and the rule that the test states for them. */
export interface RightSet {
  readonly name: string;
  readonly token: string;
  readonly words: readonly string[];
  /** The highest access in the world as a whole; -1 for none. */
  readonly level: number;
  /** The one tool that may be called in any case, */
  readonly tool?: string;
  /** up to this access. Default: the highest. */
  readonly toolLevel?: number;
}

/** A token for each right, in all worlds, in this one and in another one. `raising`: a tool that may be called up to write. */
export function rightSets(world: string, tool: string, raising: string): readonly RightSet[] {
  const sets: readonly Omit<RightSet, 'token'>[] = [
    { name: 'read', words: [`${world}:read`], level: 0 },
    { name: 'write', words: [`${world}:write`], level: 1 },
    { name: 'eval', words: [`${world}:eval`], level: 2 },
    { name: 'read-everywhere', words: ['read'], level: 0 },
    { name: 'without-rights', words: [], level: 2 },
    { name: 'operate', words: ['operate'], level: -1 },
    { name: 'approve', words: [`${world}:approve`], level: -1 },
    { name: 'other-world', words: ['elsewhere:eval'], level: -1 },
    { name: 'one-tool', words: [`${world}:eval:${tool}`], level: -1, tool },
    {
      name: 'one-tool-write',
      words: [`${world}:write:${raising}`],
      level: -1,
      tool: raising,
      toolLevel: RANK.write,
    },
  ];
  return sets.map(set => ({ ...set, token: `${set.name}-0123456789abcdef` }));
}

/** The token file of the sets. */
export function tokenFile(sets: readonly RightSet[]): string {
  return sets.map(({ name, token, words }) => [name, token, ...words].join(' ')).join('\n');
}

/** The rule: a level includes those below it, and a right to one tool is a right to nothing else. */
export function allows({ level, tool, toolLevel = RANK.danger }: RightSet, needed: Needed): boolean {
  if (needed.access === undefined) return true;
  const rank = RANK[needed.access];
  return level >= rank || (tool !== undefined && needed.tool === tool && toolLevel >= rank);
}
