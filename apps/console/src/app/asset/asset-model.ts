import { isRecord } from '../link/host-link.js';

/** Entries of one section that are shown. */
const MAX_ENTRIES = 60;
const MAX_VALUE = 160;

export interface Section {
  readonly title: string;
  readonly total: number;
  readonly entries: readonly { readonly name: string; readonly detail: string }[];
}

export interface Reference {
  readonly path: string;
  readonly soft: boolean;
  /** For an actor with a file of its own: level, label, folder and class. */
  readonly actor?: string;
}

type Facts = Readonly<Record<string, unknown>>;

/** The outline of an asset as sections: parts of a Blueprint, rows of a table, properties. */
export function sectionsOf(asset: Facts): readonly Section[] {
  const blueprint = isRecord(asset.blueprint) ? asset.blueprint : {};
  return [
    listed('Components', blueprint.components, each => [text(each.class), below(each.parent)]),
    listed('Variables', blueprint.variables, each => [text(each.type), shownValue(each.default)]),
    listed('Functions', blueprint.functions, each => [text(each.graph)]),
    listed('Graphs', blueprint.graphs, each => [
      typeof each.nodes === 'number' ? `${each.nodes} nodes` : '',
      joined('events', each.events),
      joined('calls', each.calls),
      joined('sets', each.sets),
    ]),
    rows(asset.rows ?? (isRecord(asset.table) ? asset.table.rows : undefined)),
    record('Properties', asset.properties),
    record('Tags', asset.tags),
  ].filter(({ total }) => total > 0);
}

/** Single facts about the asset. */
export function factsOf(asset: Facts): readonly (readonly [label: string, value: string])[] {
  const blueprint = isRecord(asset.blueprint) ? asset.blueprint : {};
  const facts: [string, unknown][] = [
    ['Class', asset.class],
    ['Parent', blueprint.parent],
    ['Interfaces', Array.isArray(blueprint.interfaces) ? blueprint.interfaces.join(', ') : undefined],
    ['Saved by', asset.savedBy],
    ['Note', asset.note],
  ];
  return facts.flatMap(([label, value]) =>
    typeof value === 'string' && value !== '' ? [[label, value]] : [],
  );
}

export function referencesOf(value: unknown): readonly Reference[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap(each => {
    if (!isRecord(each) || typeof each.path !== 'string') return [];
    const { path, actor } = each;
    return [{ path, soft: each.soft === true, ...(typeof actor === 'string' && { actor }) }];
  });
}

function listed(title: string, value: unknown, details: (each: Facts) => readonly string[]): Section {
  const all = Array.isArray(value) ? value.filter(isRecord) : [];
  const entries = all.slice(0, MAX_ENTRIES).map(each => ({
    name: text(each.name),
    detail: details(each)
      .filter(part => part !== '')
      .join(' · '),
  }));
  return { title, total: all.length, entries };
}

function record(title: string, value: unknown): Section {
  const all = isRecord(value) ? Object.entries(value) : [];
  const entries = all.slice(0, MAX_ENTRIES).map(([name, member]) => ({ name, detail: shownValue(member) }));
  return { title, total: all.length, entries };
}

function rows(value: unknown): Section {
  if (isRecord(value)) return record('Rows', value);
  const all = Array.isArray(value) ? value.filter(isRecord) : [];
  const entries = all.slice(0, MAX_ENTRIES).map((row, index) => {
    const { name, key, ...rest } = row;
    return { name: text(name) || text(key) || String(index + 1), detail: shownValue(rest) };
  });
  return { title: 'Rows', total: all.length, entries };
}

function joined(label: string, value: unknown): string {
  return Array.isArray(value) && value.length > 0 ? `${label} ${value.map(String).join(', ')}` : '';
}

function below(parent: unknown): string {
  return typeof parent === 'string' ? `below ${parent}` : '';
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function shownValue(value: unknown): string {
  if (value === undefined) return '';
  const shown = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return shown.length > MAX_VALUE ? `${shown.slice(0, MAX_VALUE)}…` : shown;
}
