import type { Package } from '@worldwire/uasset';
import type { ObjectTable } from './object-table.js';

/** Pins are objects in old packages. Later nodes write them behind their properties, where they are not read. */
const PIN_OBJECT = 'EdGraphPin';
const UNREAD_PINS = 'Pins and wires are not read from files; a running editor returns them.';

export function isGraph(className: string): boolean {
  return /Graph$/.test(className);
}

export function isGraphNode(table: ObjectTable, index: number): boolean {
  const { className, outer } = table.entry(index);
  return /Node/.test(className) && outer > 0 && isGraph(table.entry(outer - 1).className);
}

/** The note for nodes without pins. */
export function pinNotes(opened: Package): readonly string[] {
  return opened.exports.some(({ className }) => className === PIN_OBJECT) ? [] : [UNREAD_PINS];
}
