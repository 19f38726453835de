import { didYouMean } from './did-you-mean.js';

const MIN_PART = 4;
const MAX_ECHO = 60;
/** Names of other models for fields of ours. */
const SYNONYMS: Readonly<Record<string, string>> = { inclination: 'orbitRotX' };

/** `payload.nmae is an unknown field, probably name` */
export function unknownField(path: readonly PropertyKey[], name: string, known: readonly string[]): string {
  const near = nearestField(name, known);
  const shown = name.length > MAX_ECHO ? `${name.slice(0, MAX_ECHO)}…` : name;
  const probably = near === undefined ? '' : `, probably ${near}`;
  return `${[...path, shown].map(String).join('.')} is an unknown field${probably}`;
}

function nearestField(name: string, known: readonly string[]): string | undefined {
  const synonym = Object.hasOwn(SYNONYMS, name) ? SYNONYMS[name] : undefined;
  if (synonym !== undefined && known.includes(synonym)) return synonym;
  return didYouMean(name, known, 1)[0] ?? known.find(one => isPart(name, one));
}

function isPart(name: string, known: string): boolean {
  return name.length >= MIN_PART && known.toLowerCase().includes(name.toLowerCase());
}
