/** Whether JSON of a value has at most so many characters. A large value is given up on early, and not made into text. */
export function isSmall(value: unknown, most: number): boolean {
  return spend(value, most) >= 0 && JSON.stringify(value).length <= most;
}

/** What is left of the characters behind a value, which has at least as many as are counted here. Below zero: too many. */
function spend(value: unknown, left: number): number {
  if (typeof value === 'string') return left - value.length;
  if (typeof value !== 'object' || value === null) return left - 1;
  let rest = left;
  if (Array.isArray(value)) {
    for (const item of value) {
      rest = spend(item, rest - 1);
      if (rest < 0) return rest;
    }
    return rest;
  }
  for (const name in value) {
    rest = spend((value as Record<string, unknown>)[name], rest - name.length - 1);
    if (rest < 0) return rest;
  }
  return rest;
}
