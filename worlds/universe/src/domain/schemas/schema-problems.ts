import type { z } from 'zod';
import { knownIn } from './known-object.js';
import { unknownField } from './unknown-field.js';

type Issue = z.core.$ZodIssue;

/** Unknown fields of one object that are named. */
const MAX_NAMED = 5;
/** Unknown fields that are compared with the known ones: a refusal must not cost much more than a command. */
const MAX_COMPARED = 10;

/** One short sentence per problem, with its path below `above`. */
export function problemsIn(error: z.ZodError, above: readonly PropertyKey[] = []): readonly string[] {
  const problems = new Problems();
  problems.add(error, above);
  return problems.sentences;
}

/** The problems of a value that is checked in parts. */
export class Problems {
  readonly sentences: string[] = [];
  /** Lists of fields that a sentence has. */
  readonly #listed = new Set<string>();
  #compared = 0;

  add(error: z.ZodError, above: readonly PropertyKey[] = []): void {
    for (const issue of error.issues) this.#add(issue, above);
  }

  #add(issue: Issue, above: readonly PropertyKey[]): void {
    const path = [...above, ...issue.path];
    const known = knownIn(issue.message);
    if (issue.code === 'invalid_union') {
      const branch = deepest(issue.errors);
      if (branch !== undefined) {
        for (const inner of branch) this.#add(inner, path);
        return;
      }
    } else if (issue.code === 'invalid_key') {
      for (const inner of issue.issues) this.#add(inner, path);
      return;
    } else if (known !== undefined) {
      const inside = issue.code === 'unrecognized_keys';
      return this.#unknown(
        inside ? path : path.slice(0, -1),
        inside ? issue.keys : [String(path.at(-1))],
        known,
      );
    }
    const message = issue.message.replace(/^Invalid input: /, '');
    this.sentences.push(path.length === 0 ? message : `${place(path)}: ${message}`);
  }

  #unknown(path: readonly PropertyKey[], names: readonly string[], known: readonly string[]): void {
    const [first = '', ...others] = names
      .slice(0, MAX_NAMED)
      .map(name => this.#unknownField(path, name, known));
    this.sentences.push(first);
    const list = known.join(', ');
    // The fields of a command stand in the hint.
    if (path.length > 0 && !this.#listed.has(list)) {
      this.#listed.add(list);
      this.sentences.push(`the fields of ${place(path)} are ${list}`);
    }
    this.sentences.push(...others);
    if (names.length > MAX_NAMED) this.sentences.push(`${names.length - MAX_NAMED} more are unknown fields`);
  }

  #unknownField(path: readonly PropertyKey[], name: string, known: readonly string[]): string {
    return unknownField(path, name, ++this.#compared > MAX_COMPARED ? [] : known);
  }
}

/** The best matching branch of a union: its first problem is the deepest. */
function deepest(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const depth = (branch: readonly Issue[]) => Math.min(...branch.map(issue => issue.path.length));
  return branches.toSorted((a, b) => depth(b) - depth(a))[0];
}

function place(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}
