import { folded } from './folded.js';

/** Where a word of a name begins: "ExecJSCode" is exec, js, code. */
const WORDS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+/gu;

/** The words of a name in lower case, without digits. A name in one case is one word. */
export function wordsOf(name: string): readonly string[] {
  return Array.from(name.normalize('NFKC').matchAll(WORDS), ([word]) => folded(word));
}
