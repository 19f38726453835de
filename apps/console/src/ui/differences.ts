/** One difference between two values: a path of names, and the texts before and after. */
export interface Difference {
  readonly path: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before?: string;
  readonly after?: string;
}

const MAX_DIFFERENCES = 200;
const MAX_DEPTH = 12;
/** Names whose unit is known, by the end of the name. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/(Km|_km)$/, 'km'],
  [/(Au|AU|_au)$/, 'au'],
  [/(Days|_days)$/, 'days'],
  [/(Years|_years)$/, 'years'],
  [/(Hours|_hours)$/, 'h'],
  [/(Degrees|Deg|_deg|inclination|tilt|longitude|latitude|obliquity|periapsis|anomaly)$/i, '°'],
  [/(Kelvin|temperature)$/i, 'K'],
  [/(Seconds|_s)$/, 's'],
  [/(Ms|_ms)$/, 'ms'],
  [/(Meters|Metres|_m)$/, 'm'],
  [/(Kg|mass)$/, 'kg'],
];

/** What differs between two JSON values, in the order of their names. Lists of objects with ids are compared by id. */
export function differencesOf(before: unknown, after: unknown): readonly Difference[] {
  const found: Difference[] = [];
  compare('', before ?? undefined, after ?? undefined, found, 0);
  return found;
}

function compare(path: string, before: unknown, after: unknown, found: Difference[], depth: number): void {
  if (found.length >= MAX_DIFFERENCES || JSON.stringify(before) === JSON.stringify(after)) return;
  if (before === undefined || after === undefined) {
    const side = before === undefined ? after : before;
    const kind = before === undefined ? 'added' : 'removed';
    const parts = depth < 2 ? partsOf(side) : undefined;
    if (parts !== undefined && parts.size > 0) {
      for (const [name, value] of parts) {
        const [old, now] = kind === 'added' ? [undefined, value] : [value, undefined];
        compare(join(path, name), old, now, found, depth + 1);
      }
      return;
    }
    const text = wordsOf(path, side);
    found.push(kind === 'added' ? { path, kind, after: text } : { path, kind, before: text });
    return;
  }
  const [old, now] = [partsOf(before), partsOf(after)];
  if (old === undefined || now === undefined || depth >= MAX_DEPTH) {
    found.push({ path, kind: 'changed', before: wordsOf(path, before), after: wordsOf(path, after) });
    return;
  }
  for (const name of new Set([...old.keys(), ...now.keys()]))
    compare(join(path, name), old.get(name), now.get(name), found, depth + 1);
}

/** The parts of an object, or of a list whose items have ids. Undefined for a value that is shown as a whole. */
function partsOf(value: unknown): Map<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  const ids = value.map(item =>
    typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined,
  );
  if (value.length === 0 || !ids.every(id => typeof id === 'string') || new Set(ids).size < ids.length)
    return undefined;
  return new Map(value.map((item, index) => [ids[index] as string, item]));
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path} › ${name}`;
}

/** A value as text, with the unit that its name has. */
export function wordsOf(path: string, value: unknown): string {
  if (value === null) return 'none';
  if (typeof value === 'string') return value === '' ? 'empty' : value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return `${numberText(value)}${unitOf(path)}`;
  if (Array.isArray(value) && value.every(item => typeof item === 'number'))
    return `(${value.map(numberText).join(', ')})${unitOf(path)}`;
  return JSON.stringify(value) ?? '';
}

function unitOf(path: string): string {
  const name = path.slice(path.lastIndexOf(' ') + 1);
  const unit = UNITS.find(([pattern]) => pattern.test(name))?.[1];
  return unit === undefined ? '' : unit === '°' ? '°' : ` ${unit}`;
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size >= 1e9 || (size > 0 && size < 1e-4)) return value.toPrecision(6).replace(/\.?0+e/, 'e');
  return new Intl.NumberFormat('en', { maximumFractionDigits: 6 }).format(value).replaceAll(',', '\u202f');
}
