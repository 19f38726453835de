/**
 * A name or a path such that spellings which an editor might take for the same are the same: without case, width, accents and
 * invisible characters.
 */
export function folded(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '');
}

export function isAscii(text: string): boolean {
  return !/[\u0080-\uffff]/.test(text);
}

/** The letters and digits of a name: "K2_ExecuteX", "execute_x" and "Execute X" differ only in what is left out. */
export function lettersOf(name: string): string {
  return folded(name).replace(/[^a-z0-9]/g, '');
}
