import type { Package } from '@worldwire/uasset';
import type { ObjectTable } from './object-table.js';

/** So it is in old packages. In later ones a node writes its pins behind its properties, and there they are not read. */
const PIN_OBJECT = 'EdGraphPin';
const UNREAD_PINS = 'Pins and wires are not read from files; ask the editor.';

export function isGraph(className: string): boolean {
  return /Graph$/.test(className);
}

export function isGraphNode(table: ObjectTable, index: number): boolean {
  const { className, outer } = table.entry(index);
  return /Node/.test(className) && outer > 0 && isGraph(table.entry(outer - 1).className);
}

/** What to say wherever nodes of a package are given. */
export function pinNotes(opened: Package): readonly string[] {
  return opened.exports.some(({ className }) => className === PIN_OBJECT) ? [] : [UNREAD_PINS];
}
