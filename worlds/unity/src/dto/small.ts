/** Whether the JSON of a value has at most `max` characters. A large value is not written as JSON. */
export function isSmall(value: unknown, max: number): boolean {
  return spend(value, max) >= 0 && JSON.stringify(value).length <= max;
}

/** Characters left after a lower bound of the value's JSON; negative if it is too long. */
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
