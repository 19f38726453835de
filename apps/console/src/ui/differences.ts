/** One difference between two values: a path of names, and the texts before and after. */
export interface Difference {
  readonly path: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before?: string;
  readonly after?: string;
}

const MAX_DIFFERENCES = 200;
const MAX_DEPTH = 12;
const SEPARATOR = ' › ';
/** Names whose unit is known, by the end of the name. */
const UNITS: readonly Unit[] = [
  [/(Km|_km)$/, ' km'],
  [/(Au|_au)$/, ' au'],
  [/(Days|_days)$/, ' days'],
  [/(Hours|_hours)$/, ' h'],
  [/(Degrees|Deg|_deg)$/, '°'],
  [/Kelvin$/, ' K'],
  [/(Seconds|_s)$/, ' s'],
  [/(Ms|_ms)$/, ' ms'],
  [/(Meters|Metres|_m)$/, ' m'],
];
/** Units that a world has without saying them in its names. */
const UNITS_OF_WORLDS: Readonly<Record<string, readonly Unit[]>> = {
  universe: [
    [/^mass$/, ' kg'],
    [/^(radius|innerRadius|outerRadius|orbitalDistance|semiMajorAxis|orbitOffset[XYZ])$/, ' km'],
    [/^orbitalSpeed$/, ' rad/s'],
    [/^(orbitalPhase|orbitRot[XYZ])$/, ' rad'],
  ],
};

type Unit = readonly [name: RegExp, text: string];

/** What differs between two JSON values, in the order of their names. Lists of objects with ids are compared by id. */
export function differencesOf(
  before: unknown,
  after: unknown,
  world?: string,
  max = MAX_DIFFERENCES,
): readonly Difference[] {
  const found: Difference[] = [];
  const units = [...(UNITS_OF_WORLDS[world ?? ''] ?? []), ...UNITS];
  compare('', before ?? undefined, after ?? undefined, { found, units, max }, 0);
  return found;
}

interface Comparison {
  readonly found: Difference[];
  readonly units: readonly Unit[];
  readonly max: number;
}

/** Differences of one part of the values, such as one body. */
export interface DifferenceGroup {
  /** The first name of the paths. Empty for a value without parts. */
  readonly name: string;
  /** The kind of all of them, or `changed`. */
  readonly kind: Difference['kind'];
  /** With paths below the name. */
  readonly differences: readonly Difference[];
}

/** Groups differences by the first name of their paths. */
export function groupsOf(differences: readonly Difference[]): readonly DifferenceGroup[] {
  const groups = new Map<string, Difference[]>();
  for (const difference of differences) {
    const [first = '', ...rest] = difference.path.split(SEPARATOR);
    const name = rest.length === 0 ? '' : first;
    const path = rest.length === 0 ? first : rest.join(SEPARATOR);
    groups.set(name, [...(groups.get(name) ?? []), { ...difference, path }]);
  }
  return [...groups].map(([name, of]) => {
    const [kind] = of.map(each => each.kind);
    return { name, kind: of.every(each => each.kind === kind) ? kind! : 'changed', differences: of };
  });
}

function compare(path: string, before: unknown, after: unknown, to: Comparison, depth: number): void {
  const { found, units, max } = to;
  if (found.length >= max || JSON.stringify(before) === JSON.stringify(after)) return;
  if (isNone(before) || isNone(after)) {
    const side = isNone(before) ? after : before;
    const kind = isNone(before) ? 'added' : 'removed';
    const parts = depth < 2 ? partsOf(side) : undefined;
    if (parts !== undefined && parts.size > 0) {
      for (const [name, value] of parts) {
        const [old, now] = kind === 'added' ? [undefined, value] : [value, undefined];
        compare(join(path, name), old, now, to, depth + 1);
      }
      return;
    }
    const text = wordsOf(path, side, units);
    found.push(kind === 'added' ? { path, kind, after: text } : { path, kind, before: text });
    return;
  }
  const [old, now] = [partsOf(before), partsOf(after)];
  if (old === undefined || now === undefined || depth >= MAX_DEPTH) {
    const words = [wordsOf(path, before, units), wordsOf(path, after, units)] as const;
    // Numbers that differ beyond the digits that are shown, or a text and a number.
    const [first, second] = words[0] === words[1] ? [JSON.stringify(before), JSON.stringify(after)] : words;
    found.push({ path, kind: 'changed', before: first, after: second });
    return;
  }
  for (const name of new Set([...old.keys(), ...now.keys()]))
    compare(join(path, name), old.get(name), now.get(name), to, depth + 1);
}

/** A part that is not there is left out, or null. */
function isNone(value: unknown): boolean {
  return value === undefined || value === null;
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
  return path === '' ? name : `${path}${SEPARATOR}${name}`;
}

/** A value as text, with the unit that its name has. */
function wordsOf(path: string, value: unknown, units: readonly Unit[]): string {
  if (value === null) return 'none';
  if (typeof value === 'string') return value === '' ? 'empty' : value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return `${numberText(value)}${unitOf(path, units)}`;
  if (Array.isArray(value) && value.every(item => typeof item === 'number'))
    return `(${value.map(numberText).join(', ')})${unitOf(path, units)}`;
  return JSON.stringify(value) ?? '';
}

function unitOf(path: string, units: readonly Unit[]): string {
  const name = path.slice(path.lastIndexOf(' ') + 1);
  return units.find(([pattern]) => pattern.test(name))?.[1] ?? '';
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size >= 1e9 || (size > 0 && size < 1e-4)) return value.toPrecision(6).replace(/(?<!0)\.?0+e/, 'e');
  return new Intl.NumberFormat('en', { maximumFractionDigits: 6 }).format(value).replaceAll(',', '\u202f');
}
