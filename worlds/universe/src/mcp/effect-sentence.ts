import type { Collected, NamedDifference } from './planned-effect.js';

/** Things of one kind of change that a sentence names. More are counted. */
const MAX_NAMED = 3;
const MAX_FIELDS = 4;
const MAX_NAME = 60;

/** What a write does, in one sentence: "Removes Saturn and 7 moons, overwrites color of Mars." */
export function effectSentence(collected: Collected, replaces: boolean): string {
  const parts = [
    removals(collected),
    clause(collected, 'overwrites', 'overwrites', fieldsOf),
    clause(collected, 'adds', 'adds', ({ name, kind }) =>
      kind === 'rings' ? `a ring of ${shortName(name)}` : shortName(name),
    ),
    clause(collected, 'changes', 'changes', fieldsOf),
  ].filter(part => part !== undefined);
  if (parts.length === 0) return 'Changes nothing.';
  const text = parts.join(', ');
  return replaces ? `Replaces the whole state: ${text}.` : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** "removes Saturn and 7 moons": a few names, with what goes with them by number. */
function removals({ kept, totals, nouns, tops }: Collected): string | undefined {
  if (totals.removes === 0) return undefined;
  const all = kept.filter(({ what }) => what === 'removes');
  const named = all.filter(({ below }) => below !== true);
  if (tops > MAX_NAMED || named.length < tops) return `removes ${list(counts(nouns.removes))}`;
  const others = new Map(nouns.removes);
  for (const { noun } of named) others.set(noun, (others.get(noun) ?? 0) - 1);
  const names = named.map(({ kind, name }) =>
    kind === 'rings' ? `the ring of ${shortName(name)}` : shortName(name),
  );
  return `removes ${list([...names, ...counts(others)])}`;
}

function clause(
  { kept, totals, nouns }: Collected,
  what: 'overwrites' | 'adds' | 'changes',
  verb: string,
  say: (one: NamedDifference) => string,
): string | undefined {
  if (totals[what] === 0) return undefined;
  const some = kept.filter(one => one.what === what);
  const isAll = some.length === totals[what];
  // The type of a body that stays was looked up for what is kept alone.
  const said =
    isAll && some.length <= MAX_NAMED ? some.map(say) : counts(isAll ? nounsOf(some) : nouns[what]);
  return `${verb} ${list(said)}`;
}

function nounsOf(some: readonly NamedDifference[]): ReadonlyMap<string, number> {
  const nouns = new Map<string, number>();
  for (const { noun } of some) nouns.set(noun, (nouns.get(noun) ?? 0) + 1);
  return nouns;
}

/** "color and name of Mars" */
function fieldsOf({ kind, name, fields = {}, left = [], joined = [] }: NamedDifference): string {
  if (kind === 'time') return `the time from ${fields.time?.[0]} to ${fields.time?.[1]}`;
  if (kind === 'units') return `the units`;
  const names = Object.keys(fields);
  const more = names.length - MAX_FIELDS;
  const said = more > 0 ? [...names.slice(0, MAX_FIELDS), `${more} more fields`] : names;
  const members = left.length + joined.length > 0 ? ['the members'] : [];
  return `${list([...said, ...members])} of ${shortName(name)}`;
}

/** "7 moons" of each noun. */
function counts(nouns: ReadonlyMap<string, number>): readonly string[] {
  return [...nouns]
    .filter(([, count]) => count > 0)
    .map(([noun, count]) => `${count} ${count === 1 ? noun : plural(noun)}`);
}

function plural(noun: string): string {
  if (noun.endsWith('body')) return `${noun.slice(0, -1)}ies`;
  return noun === 'nebula' ? 'nebulae' : `${noun}s`;
}

function list(parts: readonly string[]): string {
  return parts.length <= 1 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

function shortName(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
}
