/**
 * Whether a name fits a text in which stars stand for any characters. Each part is searched once from the left, so that the
 * time is linear for any number of stars.
 */
export function starPattern(text: string): (name: string) => boolean {
  const [first = '', ...others] = text.split('*');
  const last = others.pop();
  if (last === undefined) return name => name === text;
  const inner = others.filter(part => part !== '');
  return name => {
    if (!name.startsWith(first) || !name.endsWith(last)) return false;
    let at = first.length;
    for (const part of inner) {
      const found = name.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return at <= name.length - last.length;
  };
}
