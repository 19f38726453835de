import type { UniverseState } from '../../domain/model/state.js';
import { cleanText } from './text.js';

const MAX_DEPTH = 6;

export interface GroupNames {
  /** The groups of a system, outermost first, by the id of the system. */
  readonly paths: ReadonlyMap<string, string>;
  /** Groups without systems. */
  readonly empty: readonly string[];
}

export function groupNames(state: UniverseState): GroupNames {
  const paths = new Map<string, string>();
  const used = new Set<string>();
  for (const group of Object.values(state.groups)) {
    const systems = group.children.filter(child => child.type === 'system');
    if (systems.length === 0) continue;
    const line = lineOf(state, group.id);
    for (const id of line) used.add(id);
    const path = line.map(id => nameOf(state, id)).join(' › ');
    for (const { id } of systems) paths.set(id, path);
  }
  const empty = Object.keys(state.groups).filter(id => !used.has(id));
  return { paths, empty: empty.map(id => nameOf(state, id)) };
}

function lineOf(state: UniverseState, id: string): string[] {
  const line = [id];
  let above = state.groups[id]?.parentGroupId;
  while (above && line.length < MAX_DEPTH) {
    line.unshift(above);
    above = state.groups[above]?.parentGroupId;
  }
  return line;
}

function nameOf(state: UniverseState, id: string): string {
  return cleanText(state.groups[id]?.name, 24) || cleanText(id, 24);
}
