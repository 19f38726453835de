/** The parts that are known, with commas. */
export function sentence(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter(part => part !== undefined && part !== false && part !== '').join(', ');
}

/** "1 bone", "3 bones". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A number of the asset registry. */
export function tagNumber(tags: Readonly<Record<string, string>>, name: string): number | undefined {
  const value = tags[name] === undefined || tags[name] === '' ? Number.NaN : Number(tags[name]);
  return Number.isFinite(value) ? value : undefined;
}

/** A text of the asset registry; undefined where it is missing, empty or "None". */
export function tagText(tags: Readonly<Record<string, string>>, name: string): string | undefined {
  const value = tags[name];
  return value === undefined || value === '' || value === 'None' ? undefined : value;
}
