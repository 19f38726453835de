/** The part of a document that the bench owns; what stands around it belongs to its authors. */
const START = '<!-- bench:start -->';
const END = '<!-- bench:end -->';

export function withMarkedSection(document, text) {
  const section = `${START}\n\n${text.trim()}\n\n${END}`;
  const from = document.indexOf(START);
  const to = document.indexOf(END);
  if (from === -1 && to === -1) return `${document.trimEnd()}\n\n${section}\n`;
  if (from === -1 || to < from) throw new Error(`expected ${START} before ${END}`);
  return document.slice(0, from) + section + document.slice(to + END.length);
}
