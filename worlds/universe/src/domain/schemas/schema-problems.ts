import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** One short sentence per problem, with its path below `above`. */
export function problemsIn(error: z.ZodError, above: readonly PropertyKey[] = []): string[] {
  return error.issues.flatMap(issue => sentences(issue, above));
}

function sentences(issue: Issue, above: readonly PropertyKey[]): string[] {
  const path = [...above, ...issue.path];
  switch (issue.code) {
    case 'invalid_union': {
      const branch = deepest(issue.errors);
      if (branch === undefined) break;
      return branch.flatMap(inner => sentences(inner, path));
    }
    case 'unrecognized_keys':
      return issue.keys.map(key => `${place([...path, key])} is an unknown field`);
    case 'invalid_key':
      return issue.issues.flatMap(inner => sentences(inner, path));
  }
  const message = issue.message.replace(/^Invalid input: /, '');
  return [path.length === 0 ? message : `${place(path)}: ${message}`];
}

/** The best matching branch of a union: its first problem is the deepest. */
function deepest(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const depth = (branch: readonly Issue[]) => Math.min(...branch.map(issue => issue.path.length));
  return branches.toSorted((a, b) => depth(b) - depth(a))[0];
}

function place(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}
