const TOKEN = /<(\/?)([A-Za-z]+)((?:\s[A-Za-z-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
const REFERENCE = /&(?!(?:amp|lt|gt|quot|#39);)/;
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/** The elements of an XML text as `name attributes`, or a throw with the place where it is not well-formed. */
export function elementsOf(xml: string): string[] {
  const open: string[] = [];
  const seen: string[] = [];
  const forbidden = FORBIDDEN.exec(xml);
  if (forbidden !== null) throw new Error(`a character XML does not allow at ${forbidden.index}`);
  TOKEN.lastIndex = 0;
  let read = 0;
  for (let token = TOKEN.exec(xml); token !== null; token = TOKEN.exec(xml)) {
    const [whole, close, name = '', attributes = '', empty, text] = token;
    if (REFERENCE.test(whole)) throw new Error(`a bare & at ${token.index}`);
    if (text?.includes('>')) throw new Error(`a bare > at ${token.index}`);
    read = TOKEN.lastIndex;
    if (text !== undefined) continue;
    if (close === '/') {
      if (open.pop() !== name) throw new Error(`</${name}> closes another element at ${token.index}`);
      continue;
    }
    const names = [...attributes.matchAll(/\s([A-Za-z-]+)=/g)].map(match => match[1]);
    if (new Set(names).size !== names.length) throw new Error(`an attribute twice at ${token.index}`);
    seen.push(`${name}${attributes}`);
    if (empty !== '/') open.push(name);
  }
  if (read !== xml.length) throw new Error(`not XML at ${read}: ${xml.slice(read, read + 60)}`);
  if (open.length > 0) throw new Error(`<${open.join('><')}> never closed`);
  return seen;
}
