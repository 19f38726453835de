import type { ObjectTable } from './object-table.js';

/** A pin is an object in packages from before UE 4.13. */
const PIN_OBJECT = 'EdGraphPin';

export function isGraph(className: string): boolean {
  return /Graph$/.test(className);
}

export function isGraphNode(table: ObjectTable, index: number): boolean {
  const outer = table.outerOf(index);
  if (outer === undefined || !isGraph(table.entry(outer).className)) return false;
  return /Node/.test(table.entry(index).className);
}

export function isPinObject(table: ObjectTable, index: number): boolean {
  return table.entry(index).className === PIN_OBJECT;
}
