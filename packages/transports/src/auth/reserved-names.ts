/**
 * Names that the server gives to principals itself: a client without a credential, an engine, the operator at this machine, a person at
 * the console, the server (in journals `worldwire`), and a caller who is not known.
 */
const RESERVED: ReadonlySet<string> = new Set([
  'local',
  'engine',
  'local-operator',
  'console',
  'server',
  'worldwire',
  'unknown',
  'anonymous',
]);
/** The beginning of names of subjects of OAuth. */
const OAUTH = 'oauth:';
/** Characters that a reader does not see, or sees as white space. */
const UNSEEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * What is wrong with the name of a principal, or undefined. Names are compared as they look: without case, compatible forms and
 * invisible characters.
 */
export function nameProblem(name: string): string | undefined {
  const looks = name.normalize('NFKC').replace(UNSEEN, '').toLowerCase();
  if (looks.startsWith(OAUTH)) return `a name must not begin with "${OAUTH}". Choose another, such as alice.`;
  if (RESERVED.has(looks)) {
    return `the name ${looks} belongs to the server. Choose another, such as alice or ${looks}-1.`;
  }
  return name.replace(UNSEEN, '') === name
    ? undefined
    : 'the name has invisible characters. Choose one without them, such as alice.';
}
