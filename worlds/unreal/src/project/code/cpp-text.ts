/** A text in the code. */
export interface Literal {
  readonly at: number;
  readonly text: string;
}

export interface CppText {
  /** The code, with spaces in place of comments, texts and lines of the preprocessor. Offsets are those of the file. */
  readonly code: string;
  readonly literals: readonly Literal[];
}

const MAX_LITERAL = 300;
const PART =
  /\/\/(?:\\\r?\n|[^\n])*|\/\*[\s\S]*?(?:\*\/|(?![\s\S]))|\bR"([^\s()\\]{0,16})\(|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\.|[^'\\\n]){1,8}'|^[ \t]*#(?:\\\r?\n|[^\n\\]|\\)*/gm;

/** Removes from C++ code what is not a declaration. */
export function cppText(text: string): CppText {
  const literals: Literal[] = [];
  const pieces: string[] = [];
  let done = 0;
  PART.lastIndex = 0;
  for (let match = PART.exec(text); match !== null; match = PART.exec(text)) {
    const at = match.index;
    let end = at + match[0].length;
    if (match[1] !== undefined) {
      const close = text.indexOf(`)${match[1]}"`, end);
      end = close < 0 ? text.length : close + match[1].length + 2;
      PART.lastIndex = end;
    } else if (match[0].startsWith('"')) {
      const literal = match[0].slice(1, match[0].endsWith('"') ? -1 : undefined);
      if (literal !== '') literals.push({ at, text: literal.slice(0, MAX_LITERAL) });
    } else if (/^[ \t]*#/.test(match[0])) {
      // Directives may have texts: #define DOOR "/Game/BP_Door". An #include is not a use.
      if (!/^[ \t]*#[ \t]*include/.test(match[0])) {
        for (const inside of match[0].matchAll(/"((?:\\.|[^"\\\n])*)"/g))
          literals.push({ at: at + inside.index, text: (inside[1] as string).slice(0, MAX_LITERAL) });
      }
    }
    pieces.push(text.slice(done, at), blank(text.slice(at, end)));
    done = end;
  }
  pieces.push(text.slice(done));
  return { code: pieces.join(''), literals };
}

/** As long, with the same lines. A text keeps its quotes, so that the end of a list of specifiers is found. */
function blank(part: string): string {
  return part.replace(/[^\n]/g, ' ');
}
