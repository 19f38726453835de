import type { ObjectTable } from './object-table.js';

/** A pin is an object in packages from before UE 4.13. */
const PIN_OBJECT = 'EdGraphPin';

export function isGraph(className: string): boolean {
  return /Graph$/.test(className);
}

export function isGraphNode(table: ObjectTable, index: number): boolean {
  const { className, outer } = table.entry(index);
  return /Node/.test(className) && outer > 0 && isGraph(table.entry(outer - 1).className);
}

export function isPinObject(table: ObjectTable, index: number): boolean {
  return table.entry(index).className === PIN_OBJECT;
}
